import { isBuilt, pages, type RouteName, routeNames } from '#rules/index'
import type { HelpPage } from './help-page.ts'
import { orderPages } from './order-pages.ts'
import { platformHelp } from './platform-pages.ts'
import { recordPages } from './record-pages.ts'
import { setupPages } from './setup-pages.ts'

const topics = { ...orderPages, ...recordPages, ...setupPages, ...platformHelp }
export type HelpTopic = keyof typeof topics

/** Every page of help by topic. */
export const helpPages: Readonly<Record<HelpTopic, HelpPage>> = topics
export const helpTopics = Object.keys(topics) as HelpTopic[]
export const isHelpTopic = (name: string): name is HelpTopic => Object.hasOwn(topics, name)

const topicsByTitle = new Map(helpTopics.map((topic) => [helpPages[topic].title.en, topic]))

/** The topic of a page of the console, whose title is the page's label; a page without one has no panel (SHELL-27, AMB-053). */
export const topicOf = (route: RouteName): HelpTopic | undefined => topicsByTitle.get(pages[route].label)

const routesOfTopics = new Set(routeNames.map(topicOf))

/** The topics a user needs: those of the pages they may open, and those of no page. */
export const topicsFor = (navigation: readonly string[]): readonly HelpTopic[] => {
  const open = new Set(routeNames.filter((route) => navigation.includes(route) && isBuilt(route)).map(topicOf))
  return helpTopics.filter((topic) => open.has(topic) || !routesOfTopics.has(topic))
}
