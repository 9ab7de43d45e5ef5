import { type RefObject, useEffect, useRef } from 'react'
import type { Tab } from '@tiffin/core/screens'
import type { ListUrl } from '../use-list-url.ts'
import type { EditorState } from './use-editor.ts'

type Refused = Pick<EditorState, 'problems' | 'refusals' | 'open'>

/** After each error, opens the tab of the first invalid field and focuses it (ERR-05). */
export function useFocusProblem(
  { problems, refusals, open: { tabs } }: Refused,
  { tab, setTab }: ListUrl,
  form: RefObject<HTMLElement | null>,
): void {
  const lastRefusals = useRef(refusals)
  useEffect(() => {
    if (lastRefusals.current === refusals) return
    const shown = tabs.find(({ name }) => name === tab) ?? tabs[0]
    // The company of a new record is above the fields of the first tab.
    const problemIn = (other: Tab): string | undefined =>
      [...(other === tabs[0] ? ['company'] : []), ...other.fields].find((name) => problems[name])
    const target = shown && [shown, ...tabs].find((item) => problemIn(item) !== undefined)
    if (target && target !== shown) return setTab(target.name)
    const field = target && problemIn(target)
    // A closing question returns the focus, and a tab shows its fields, a moment later.
    const timer = setTimeout(() => {
      lastRefusals.current = refusals
      const own = [...(form.current?.querySelectorAll<HTMLElement>(`[data-field="${field}"] :is(${FOCUSABLE})`) ?? [])]
      const box = own.find((entry) => entry.ariaInvalid === 'true') ?? own[0]
      box?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [refusals, problems, tabs, tab, setTab, form])
}

const FOCUSABLE = 'input, select, textarea, button, [tabindex="0"]'
