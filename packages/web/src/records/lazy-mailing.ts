import type { Row } from '@tiffin/core/screens'
import type { EditorState } from './editor/use-editor.ts'
import { lazyComponent } from '../lazy-component.ts'

const mailing = () => import('./mailing/mailing-chunk.ts')
export const AudienceTab = lazyComponent<{ editor: EditorState }>(async () => (await mailing()).AudienceTab)
export const SendingTab = lazyComponent<{ editor: EditorState }>(async () => (await mailing()).SendingTab)
export const WhySteps = lazyComponent<{ row: Row; user: number }>(async () => (await mailing()).WhySteps)
