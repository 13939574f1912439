/** Renders the result of the decoder for a terminal: the checks, failed ones first, then a table for each section. */
import type { Decoded, Member, Section, Verdict } from '../console/decode/decoded.ts'
import {
  formatCheck,
  formatMemberTime,
  formatVerdictCounts,
  formatVerdictResult,
  sortedVerdicts,
  titleOf,
  valueText,
} from '../console/decode/format-decoded.ts'
import { sectionTitles } from '../console/decode/words.ts'
import { formatEvidence } from '../rules/index.ts'
import { printableLines } from './printable.ts'

const marks = { verified: 'ok', not_valid: 'NO', not_verifiable: '--' } as const

/** Maximum widths of the columns of names and values, in characters. */
const maximumWidths = { name: 36, value: 48 }

interface Row {
  readonly name: string
  readonly value: string
  readonly meaning: string
  readonly nested?: Decoded
  readonly indent: string
}

/** Returns sanitized lines for a terminal. Cuts long names and values. */
export const renderDecoded = (decoded: Decoded): string => `${linesOf(decoded, '').map(printableLines).join('\n')}\n`

function linesOf(decoded: Decoded, indent: string): readonly string[] {
  const counts = formatVerdictCounts('en', decoded)
  return [
    `${indent}${titleOf('en', decoded)}${counts === '' ? '' : `: ${counts}`}`,
    ...sortedVerdicts(decoded).flatMap((verdict) => verdictLines(verdict, indent)),
    ...decoded.sections.flatMap((section) => sectionLines(section, decoded, indent)),
  ]
}

function verdictLines(verdict: Verdict, indent: string): readonly string[] {
  const { result, reason, remedy, code, at, expected, found } = verdict
  const mark = `${indent}  ${marks[result]}  ${formatCheck('en', verdict)}: `
  if (result !== 'not_valid') return [`${mark}${formatVerdictResult('en', verdict)}`]
  const place = at === undefined || at === '' ? code : `${code} at ${at}`
  const evidence = formatEvidence(expected, found)
  return [
    `${mark}not valid. ${reason ?? ''} (${place})${evidence === '' ? '' : ` ${evidence}`}`,
    ...(remedy === undefined ? [] : [`${indent}      what to change: ${remedy}`]),
  ]
}

function sectionLines({ name, members }: Section, decoded: Decoded, indent: string): readonly string[] {
  if (members.length === 0) return []
  const rows = members.flatMap((member) => rowsOf(member, decoded, ''))
  const widths = {
    name: widthOf(
      rows.map((row) => row.indent + row.name),
      maximumWidths.name,
    ),
    value: widthOf(
      rows.map(({ value }) => value),
      maximumWidths.value,
    ),
  }
  const line = (shownName: string, value: string, meaning: string): string =>
    `${indent}  ${shownName.padEnd(widths.name)}  ${value.padEnd(widths.value)}  ${meaning}`.trimEnd()
  return [
    '',
    `${indent}${sectionTitles[name].en}`,
    line('NAME', 'VALUE', 'MEANING'),
    ...rows.flatMap((row) => [
      line(cut(row.indent + row.name, maximumWidths.name), cut(row.value, maximumWidths.value), row.meaning),
      ...(row.nested === undefined ? [] : linesOf(row.nested, `${indent}  ${row.indent}  | `)),
    ]),
  ]
}

const widthOf = (texts: readonly string[], maximum: number): number =>
  texts.reduce((width, text) => Math.max(width, Math.min(maximum, text.length)), 5)

const cut = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum - 1)}…`

function rowsOf(member: Member, decoded: Decoded, indent: string): readonly Row[] {
  const { name, value, explanation, time, words, members = [], nested } = member
  const meanings = [
    ...(time === undefined ? [] : [`${formatMemberTime('en', time, decoded.now)}.`]),
    ...(words === undefined ? [] : [`${words.en}.`]),
    ...(explanation === undefined ? [] : [`${explanation.text} [${explanation.source}]`]),
  ]
  return [
    {
      ...{ name, indent, meaning: meanings.join(' ') },
      value: value === undefined ? '' : valueText(value).replace(/\s+/g, ' '),
      ...(nested && { nested }),
    },
    ...members.flatMap((inner) => rowsOf(inner, decoded, `${indent}  `)),
  ]
}
