/**
 * `npm run release -- --version 0.2.0 [--preview]`: prepares a release. Sets the version, dates the changelog, renames
 * the tarball in the pages, packs the tarball and writes its SBOM (CycloneDX) beside it. Does not commit, tag or
 * publish. Fails if the work tree has changes.
 *
 *   --preview   shows the notes and writes nothing
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLaterVersion, notesOf, releaseChangelog, withTarball } from './release/edits.ts'
import { run } from './run-tests.ts'
import { filesUnder, root } from './source/files.ts'

const { values } = parseArgs({ options: { version: { type: 'string' }, preview: { type: 'boolean', default: false } } })
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

async function output(program: string, words: readonly string[]): Promise<string> {
  const { code, output } = await run(program, words, { npm_config_loglevel: 'silent' })
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${output}`)
  return output
}

const { name, version: current } = JSON.parse(read('package.json')) as { name: string; version: string }
const next = values.version ?? current
const changelog = read('CHANGELOG.md')
const isFirst = next === current && !changelog.includes(`\n## ${current} (`)
if (!isFirst && !isLaterVersion(next, current)) throw new Error(`${next} is not later than ${current}: --version`)
const released = releaseChangelog(changelog, next, new Date().toISOString().slice(0, 10))
console.log(`${name} ${next}\n\n${notesOf(released, next)}\n`)

if (!values.preview) {
  if ((await output('git', ['status', '--porcelain'])) !== '')
    throw new Error('the work tree has changes: commit them first')
  writeFileSync(join(root, 'CHANGELOG.md'), released)
  for (const page of [join(root, 'README.md'), ...filesUnder('docs/guides', '.md')])
    writeFileSync(page, withTarball(readFileSync(page, 'utf8'), name, next))
  await output('npm', ['version', next, '--no-git-tag-version', '--allow-same-version'])
  await output('npm', ['pack'])
  const words = [
    '--omit=dev',
    '--omit=optional',
    '--workspaces=false',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
  ]
  const sbom = JSON.parse(await output('npm', ['sbom', ...words]))
  // npm names the component after the folder of the checkout.
  sbom.metadata.component.name = name
  writeFileSync(join(root, `${name}-${next}.sbom.json`), `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(
    [
      `Written: ${name}-${next}.tgz, ${name}-${next}.sbom.json, CHANGELOG.md, package.json, package-lock.json, the pages.`,
      'Next: npm test',
      `      git commit -am "chore(release): ${next}" && git tag v${next}`,
      `      npm publish ${name}-${next}.tgz`,
    ].join('\n'),
  )
}
