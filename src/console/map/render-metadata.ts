/** Renders the metadata of an entity before and after the policies of its superiors, side by side. */
import { type Json, shownText } from '../../base/index.ts'
import type { ExplainedLink, Metadata } from '../../federation/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { type ComparedMember, compareMetadata, type MemberChange } from './compare-metadata.ts'
import { shownName, typeWords } from './name-entity.ts'
import { renderWideTable, type TableName } from './render-wide-table.ts'

const texts = {
  it: {
    member: 'Membro',
    published: 'Pubblicato',
    resolved: 'Dopo le politiche',
    change: 'Differenza',
    by: 'Politica',
    none: 'assente',
    unchanged: (count: number) => `Senza differenze: ${count}`,
    summary: (changed: number, all: number) => `${changed} membri su ${all} cambiano.`,
    changes: { same: 'uguale', changed: 'cambiato', added: 'aggiunto', removed: 'tolto' },
  },
  en: {
    member: 'Member',
    published: 'Published',
    resolved: 'After policy',
    change: 'Difference',
    by: 'Policy',
    none: 'absent',
    unchanged: (count: number) => `Without a difference: ${count}`,
    summary: (changed: number, all: number) => `${changed} of ${all} members change.`,
    changes: { same: 'same', changed: 'changed', added: 'added', removed: 'removed' },
  },
} as const satisfies Record<Language, { readonly changes: Record<MemberChange, string> } & Record<string, unknown>>

const limits = { value: 240, members: 300 } as const

/**
 * Renders the first 300 members of both metadata, and the numbers of changed and all members. `id` is the prefix of
 * HTML IDs.
 */
export function renderMetadata(
  language: Language,
  id: string,
  published: Metadata,
  resolved: Metadata,
  links: readonly ExplainedLink[] = [],
): Html {
  const text = texts[language]
  const compared = compareMetadata(published, resolved, links)
  const changed = compared.filter(({ change }) => change !== 'same').length
  const members = compared.slice(0, limits.members)
  const types = [...new Set(members.map(({ entityType }) => entityType))]
  return html`<p id="${id}-summary">${text.summary(changed, compared.length)}</p>
${types.map((type, index) => {
  const membersOfType = members.filter(({ entityType }) => entityType === type)
  const same = membersOfType.filter(({ change }) => change === 'same')
  const different = membersOfType.filter(({ change }) => change !== 'same')
  const heading = `${id}-type-${index + 1}`
  return html`<h3 class="h5" id="${heading}">${typeWords(language, type)} <code class="text-break">${shownName(type)}</code></h3>
${different.length === 0 ? '' : renderTable(language, { titleId: heading }, different)}
${same.length === 0 ? '' : html`<details><summary id="${heading}-same">${text.unchanged(same.length)}</summary>${renderTable(language, { label: `${typeWords(language, type)}: ${text.unchanged(same.length)}` }, same)}</details>`}
`
})}`
}

function renderTable(language: Language, name: TableName, members: readonly ComparedMember[]): Html {
  const text = texts[language]
  return renderWideTable(
    name,
    [text.member, text.published, text.resolved, text.change],
    members.map((member) => renderMember(language, member)),
    { look: 'map-metadata' },
  )
}

function renderMember(language: Language, { name, before, after, change, operators }: ComparedMember): Html {
  const text = texts[language]
  const words = text.changes[change]
  return html`<tr class="map-${change}"><th scope="row"><code class="text-break">${shownName(name)}</code></th><td>${renderValue(before, text.none)}</td><td>${renderValue(after, text.none)}</td><td>${change === 'same' ? words : html`<strong>${words}</strong>`}${operators.length === 0 ? '' : html`<br><span class="small">${text.by}: ${operators.map(shownName).join('; ')}</span>`}</td></tr>
`
}

const renderValue = (value: Json | undefined, none: string): Html =>
  value === undefined
    ? html`<em>${none}</em>`
    : html`<code class="text-break">${shownText(JSON.stringify(value), limits.value)}</code>`
