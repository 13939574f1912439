/** Layout of the federation desk: the tabs, the notice of an action, and refusals. */
import { printable } from '../../base/index.ts'
import { type EndpointRequest, type Html, html, type Language } from '../../http/index.ts'
import type { AdministrationAnswer } from '../administration.ts'
import { renderTabs } from '../shell/blocks.ts'
import { actionWords } from './action-words.ts'
import { actionNames } from './actions.ts'
import { refusalText } from './administration.ts'

export type TabName = 'members' | 'candidates' | 'policy' | 'calendar' | 'keys' | 'marks'

const paths: Readonly<Record<TabName, string>> = {
  members: '/federation',
  candidates: '/federation/candidates',
  policy: '/federation/policy',
  calendar: '/federation/calendar',
  keys: '/federation/keys',
  marks: '/federation/marks',
}

const texts = {
  it: {
    title: 'Federazione',
    sections: 'Sezioni della federazione',
    refused: 'L’autorità rifiuta',
    failed: 'La richiesta non è riuscita',
    tabs: {
      members: 'Membri',
      candidates: 'Candidati',
      policy: 'Simulatore di politiche',
      calendar: 'Scadenze',
      keys: 'Cambio delle chiavi',
      marks: 'Trust mark',
    },
  },
  en: {
    title: 'Federation',
    sections: 'Sections of the federation',
    refused: 'The authority refuses',
    failed: 'The request failed',
    tabs: {
      members: 'Members',
      candidates: 'Candidates',
      policy: 'Policy simulator',
      calendar: 'Expiry calendar',
      keys: 'Key roll-over',
      marks: 'Trust marks',
    },
  },
} as const satisfies Record<Language, { readonly tabs: Record<TabName, string> } & Record<string, unknown>>

export const deskTitle = { it: texts.it.title, en: texts.en.title } as const

export const tabTitle = (language: Language, tab: TabName): string => texts[language].tabs[tab]

export function renderDesk(language: Language, tab: TabName, content: Html, notice: Html | string = ''): Html {
  const text = texts[language]
  const tabs = Object.entries(paths).map(([id, path]) => ({ id, path, label: text.tabs[id as TabName] }))
  return html`${renderTabs('federation-tab', text.sections, tabs, tab)}
${notice}
${content}`
}

/**
 * Renders the message after the action in the query parameter `done`. Returns an empty string without this parameter.
 */
export function renderNotice(language: Language, { query }: EndpointRequest): Html | string {
  const done = actionNames.find((name) => name === query.get('done'))
  if (done === undefined) return ''
  return html`<p class="alert alert-success" role="status" id="federation-done">${actionWords[language][done][2]}</p>`
}

/** Renders a refusal, or the failure of the authority (5xx), with the description in the answer. */
export function renderRefused(language: Language, id: string, answer: AdministrationAnswer): Html {
  const { refused, failed } = texts[language]
  return html`<div class="alert alert-danger" role="alert" id="${id}"><p class="mb-1"><strong>${answer.status < 500 ? refused : failed}</strong> (${answer.status})</p><p class="mb-0 text-break" lang="en">${printable(refusalText(answer))}</p></div>`
}
