/** Texts of a release: the next version, the changelog, and pages that name the tarball. */

const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/
const unreleased = '## Unreleased\n'

/** Returns true if `next` is a later version than `current`. Throws for a text that is no version of three numbers. */
export function isLaterVersion(next: string, current: string): boolean {
  const [a, b] = [next, current].map((version) => {
    const match = versionPattern.exec(version)
    if (!match) throw new Error(`not a version of three numbers: ${version}`)
    return match.slice(1).map(Number)
  }) as [number[], number[]]
  const index = a.findIndex((number, at) => number !== b[at])
  return index !== -1 && (a[index] ?? 0) > (b[index] ?? 0)
}

/**
 * Returns the changelog with the entries under "Unreleased" moved to a heading with version and date. If there are
 * none, but the latest heading is the version without a date (the first release), only adds the date. Otherwise throws.
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const [before, rest] = changelog.split(unreleased) as [string, string | undefined]
  if (rest === undefined) throw new Error('CHANGELOG.md: the heading "Unreleased" is missing')
  const entries = rest.split(/^## /m, 1)[0]?.trim() ?? ''
  const older = rest.slice(rest.search(/^## /m) === -1 ? rest.length : rest.search(/^## /m))
  const heading = `## ${version}\n`
  if (entries === '') {
    if (!older.startsWith(heading)) throw new Error(`CHANGELOG.md: no entry for ${version}`)
    return `${before}${unreleased}\n## ${version} (${date})\n${older.slice(heading.length)}`
  }
  return `${before}${unreleased}\n## ${version} (${date})\n\n${entries}\n\n${older}`.trimEnd().concat('\n')
}

/** Returns the entries of one version, for the notes of its release. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((part) => part.startsWith(`${version} (`))
  if (section === undefined) throw new Error(`CHANGELOG.md: no entry for ${version}`)
  return section.slice(section.indexOf('\n')).trim()
}

/** Returns a page with the tarball of the next version in each place that names a tarball of the package. */
export const withTarball = (page: string, name: string, version: string): string =>
  page.replaceAll(new RegExp(`${name}-\\d+\\.\\d+\\.\\d+\\.tgz`, 'g'), `${name}-${version}.tgz`)
