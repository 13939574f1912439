import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeSamlMessage, parseSamlXml } from './saml-xml.ts'
import { isPlainXml } from './saml-xml-shape.ts'

const limit = 262_144
const filled = (begin: string, unit: string, end: string): string =>
  begin + unit.repeat((limit - begin.length - end.length) / unit.length) + end
const numbered = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('')
const attributes = (count: number): string => `<a${numbered(count, (index) => ` b${index}=""`)}/>`
const names = (count: number): string => `<a>${numbered(count, (index) => `<b${index}/>`)}</a>`
const namespaces = (count: number): string => `<a>${'<b xmlns:c="u"/>'.repeat(count)}</a>`
const comments = (count: number): string => `${'<!---->'.repeat(count - 1)}<a/>\n<?x y?>`
const texts = (count: number): string => `<a>${'<![CDATA[x]]>y'.repeat((count - 2) / 2)}</a>`
const siblings = (count: number): string => `<a>${'<b/>'.repeat(count - 2)}</a>`
const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)

describe('refuses documents that a parser needs minutes to read', () => {
  for (const [what, xml] of [
    ['unfinished declarations', filled('<a>', '<!-', '</a>')],
    ['a long declaration', filled('<a><!', 'x', '></a>')],
    ['end tags without start tags', filled('<a>'.repeat(30), '</b>', '')],
    ['elements that are not closed', filled('', '<a>', '')],
    ['deep nesting', deep(37_000)],
    ['many attributes', attributes(25_000)],
    ['many prefixes', namespaces(16_000)],
    ['many siblings', filled('<a>', '<b/>', '</a>')],
    ['many names', names(25_000)],
    ['many roots', filled('', '<a/>', '')],
    ['text after the root', filled('<a/>', 'x', '')],
    ['invalid characters in a tag', filled('<a', ';', '/>')],
    ['names of colons', filled('<a>', '<:::/>', '</a>')],
    ['sections that are not closed', filled('<a>', '<![CDATA[', '')],
    ['a line separator that only one parser reads as a line end', filled('<a>', 'x', '\u2028</a>')],
    ['many instructions outside the root', filled('', '<?x y?>', '<a/>')],
    ['white space in an instruction', filled('<?xml a', ' ', 'b?><a/>')],
    ['many unknown entities', filled('<a>', '&x;', '</a>')],
  ] as const)
    test(what, () => assert.equal(isPlainXml(xml), false))
})

test('the limits of depth, attributes, names, namespaces and pieces outside the root are exact', () => {
  const seen = [deep, attributes, names, namespaces, comments].map((of, index) => {
    const bound = [32, 64, 255, 512, 64][index] ?? 0
    return [isPlainXml(of(bound)), isPlainXml(of(bound + 1))]
  })
  assert.deepEqual(seen, Array(5).fill([true, false]))
})

test('the limit of pieces is exact, and is twice as high in metadata', () => {
  for (const made of [texts, siblings])
    for (const [annotated, bound] of [
      [false, 2000],
      [true, 4000],
    ] as const) {
      const taken = [bound, bound + 2].map((count) => isPlainXml(made(count), { annotated }))
      assert.deepEqual(taken, [true, false])
    }
})

test('a document must be one closed element, with only comments and instructions outside it', () => {
  for (const xml of ['<a>', '<a><b></a>', '<a></b>', '</a>', '<a/><a/>', '<a/>&amp;', '<![CDATA[x]]><a/>', '<a/></a>'])
    assert.equal(isPlainXml(xml), false, xml)
})

test('PP-64 refuses a message that is not UTF-8, without repairing it', () => {
  for (const bytes of ['c3', 'eda080', 'ff']) {
    const message = Buffer.concat([Buffer.from('<a>'), Buffer.from(bytes, 'hex'), Buffer.from('</a>')])
    const read = decodeSamlMessage(message.toString('base64'))
    assert.equal(typeof read === 'object' && read.code, 'saml_response_malformed', bytes)
  }
  assert.equal(decodeSamlMessage(Buffer.from('<a>è</a>').toString('base64')), '<a>è</a>')
})

test('accepts all permitted parts of a document', () => {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  const xml = `${declaration}<!-- a - b --><?x y?><a:b xmlns:a = 'u"' c="&lt;>'" >x &amp; &#xE8; ]]<![CDATA[<!x ]] &]]><b/></a:b >\n`
  assert.equal(isPlainXml(xml), true)
})

for (const [what, xml] of [
  ['a declaration in an element', '<a><!x></a>'],
  ['65 attributes', attributes(65)],
  ['256 names below the root', names(256)],
  ['513 declared prefixes', namespaces(513)],
  ['more pieces than the limit', siblings(2001)],
  ['a line separator', '<a>x\u2028</a>'],
  ['a reference to a character that XML forbids', '<a>&#0;</a>'],
  ['a reference to half a character', '<a>&#xD800;</a>'],
  ['a reference above the last code point', '<a>&#x110000;</a>'],
  ['a declaration of more than a kilobyte', `<?xml version="1.0"${' '.repeat(1024)}?><a/>`],
] as const)
  test(`PP-64 refuses ${what}: saml_response_malformed`, async () => {
    const read = await parseSamlXml(xml)
    assert.equal('code' in read && read.code, 'saml_response_malformed')
    assert.ok('root' in (await parseSamlXml('<a>x</a>')))
  })

test('removes a byte order mark', async () => {
  const read = await parseSamlXml(`\ufeff<?xml version="1.0"?>\n<a>x</a>`)
  assert.ok('root' in read && !read.xml.startsWith('\ufeff'))
})
