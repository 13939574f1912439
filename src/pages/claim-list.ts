/** Renders a person's claims as a list. A unique identifier is collapsed, because it means nothing to readers. */
import type { Json } from '../base/index.ts'
import { type Html, html, type PageLanguage } from '../http/index.ts'
import { canonicalClaim, labelClaim } from './claim-labels.ts'
import { describeClaim } from './describe-claim.ts'

/** One claim of a list. */
export interface ListedClaim {
  readonly name: string
  readonly value: Json
  /** Id of the element with the value. */
  readonly id: string
  /** Defaults to the label of `name` in the page's language. */
  readonly label?: string | undefined
}

const explanations: Readonly<Record<PageLanguage, string>> = {
  it: 'È un codice che distingue i tuoi dati da quelli di ogni altra persona. Non serve ricordarlo.',
  en: 'This code distinguishes your data from the data of any other person. You do not need to remember it.',
  de: 'Ein Code, der Ihre Daten von denen jeder anderen Person unterscheidet. Sie müssen ihn sich nicht merken.',
  fr: 'C’est un code qui distingue vos données de celles de toute autre personne. Vous n’avez pas à le retenir.',
  sl: 'To je koda, po kateri se vaši podatki ločijo od podatkov vseh drugih oseb. Ni si je treba zapomniti.',
}

const isIdentifier = ({ name }: ListedClaim): boolean => canonicalClaim(name) === 'unique_id'

/** Renders the claims with labels and readable values. Unique identifiers come last, collapsed. */
export function renderClaims(language: PageLanguage, claims: readonly ListedClaim[]): Html {
  const shown = claims.filter((claim) => !isIdentifier(claim))
  const labelOf = ({ name, label }: ListedClaim): string => label ?? labelClaim(language, name)
  const wordsOf = ({ name, value }: ListedClaim): string => describeClaim(language, name, value)
  const rows = shown.map(
    (claim) => html`<div><dt>${labelOf(claim)}</dt><dd id="${claim.id}" class="claim">${wordsOf(claim)}</dd></div>\n`,
  )
  const collapsed = claims.filter(isIdentifier).map(
    (claim) => html`<details><summary>${labelOf(claim)}</summary>
<p>${explanations[language]}</p>
<p><code id="${claim.id}">${wordsOf(claim)}</code></p></details>
`,
  )
  return html`${rows.length === 0 ? '' : html`<dl>${rows}</dl>\n`}${collapsed}`
}
