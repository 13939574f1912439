/** The last section of docs/benchmarks.md: the curves of `npm run bench -- --growth --write`. */

const heading = '## Growth\n'

/** Returns the section with its heading, or an empty text if the page has none. */
export function growthOf(page: string): string {
  const start = page.indexOf(heading)
  return start < 0 ? '' : page.slice(start)
}

/** Returns the page with these tables as its last section. Replaces an earlier section. */
export const withGrowth = (page: string, tables: readonly string[]): string =>
  `${page.slice(0, page.length - growthOf(page).length).trimEnd()}

${heading}
Written by \`npm run bench -- --growth --write\`; do not edit. Median of 15 calls, in milliseconds. A lookup that reads an index is
flat. A call that returns a whole list grows with the list: \`GET /list, after a change\` is the only one, and runs once after
each change.

${tables.join('\n\n')}
`
