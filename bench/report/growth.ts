/** The last section of docs/benchmarks.md: the curves of `npm run bench -- --growth --write`. */

const heading = '## Growth\n'

/** Returns the section with its heading, or an empty text if the page has none. */
export function growthSection(page: string): string {
  const start = page.indexOf(heading)
  return start < 0 ? '' : page.slice(start)
}

/** Returns the page with these tables as its last section. Replaces an earlier section. */
export const withGrowth = (page: string, tables: readonly string[]): string =>
  `${page.slice(0, page.length - growthSection(page).length).trimEnd()}

${heading}
Written by \`npm run bench -- --growth --write\`; do not edit. Median of 15 calls, in milliseconds. A lookup that reads an index is
flat. A lookup that returns rows grows until its page is full: a page has 100 rows, and a status list has 131,072 places. Only
\`GET /list, after a change\` reads all members, once after each change.

${tables.join('\n\n')}
`
