/**
 * The subset of YAML that the files of the deployment use: block mappings and sequences, JSON on one line, plain and
 * double-quoted scalars, comments on lines of their own, documents. Throws for anything else.
 */
type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [member: string]: Yaml }

interface Line {
  readonly indent: number
  readonly text: string
}

export const parseYaml = (text: string): readonly Yaml[] =>
  text.split(/^---$/m).map((document) => {
    const lines = document
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      .map((line): Line => ({ indent: line.search(/\S/), text: line.trim() }))
    const [value, rest] = readBlock(lines, lines[0]?.indent ?? 0)
    if (rest.length > 0) throw new SyntaxError(`not understood: ${rest[0]?.text}`)
    return value
  })

type Read = readonly [value: Yaml, rest: readonly Line[]]

function readBlock(lines: readonly Line[], indent: number): Read {
  return lines[0]?.text.startsWith('- ') ? readSequence(lines, indent) : readMapping(lines, indent)
}

function readSequence(given: readonly Line[], indent: number): Read {
  const items: Yaml[] = []
  let lines = given
  while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
    const [first, ...rest] = lines as [Line, ...Line[]]
    const text = first.text.slice(2)
    if (!isMember(text)) {
      items.push(readScalar(text))
      lines = rest
      continue
    }
    const [item, after] = readMapping([{ indent: indent + 2, text }, ...rest], indent + 2)
    items.push(item)
    lines = after
  }
  return [items, lines]
}

const isMember = (text: string): boolean => /^[\w./-]+:(?: |$)/.test(text)

function readMapping(given: readonly Line[], indent: number): Read {
  const members: Record<string, Yaml> = {}
  let lines = given
  while (lines[0]?.indent === indent) {
    const [first, ...rest] = lines as [Line, ...Line[]]
    const [, name = '', text = ''] = /^([\w./-]+):(?: (.*))?$/.exec(first.text) ?? []
    if (name === '') throw new SyntaxError(`no member: ${first.text}`)
    if (Object.hasOwn(members, name)) throw new SyntaxError(`twice: ${name}`)
    const inner = rest[0]
    const deeper = inner && (inner.indent > indent || (inner.indent === indent && inner.text.startsWith('- ')))
    const [value, after]: Read =
      text !== '' ? [readScalar(text), rest] : deeper ? readBlock(rest, inner.indent) : [null, rest]
    members[name] = value
    lines = after
  }
  return [members, lines]
}

function readScalar(text: string): Yaml {
  if (/^["[{]/.test(text)) return JSON.parse(text) as Yaml
  if (/^[&*!|>'%@`]/.test(text) || / #|: /.test(text)) throw new SyntaxError(`not understood: ${text}`)
  if (/^-?\d+$/.test(text)) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}
