import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filesUnder } from './files.ts'
import { blank, closingBracket, codeOf, lineAt, segmentsOf } from './scan.ts'

const rows: readonly [source: string, code: string][] = [
  ["const a = 'x // y' // z", 'const a =                '],
  ['a /* ) */ b', 'a         b'],
  ['if (/[)/]\\//.test(x)) y', 'if (         .test(x)) y'],
  ['a / b / c', 'a / b / c'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test contains a template
  ['f(`a ${b(`${c}`)} d`)', 'f(     b(   c  )    )'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test contains a template
  ['`${{ a: { b } }.a}` + c', '   { a: { b } }.a   + c'],
  ["'it\\'s' + \"'\"", '        +    '],
  ['return /x/g', 'return     '],
]

for (const [source, code] of rows) {
  test(`finds the code in ${source}`, () => {
    assert.equal(codeOf(source).length, source.length)
    assert.equal(codeOf(source).replace(/ +/g, ' '), code.replace(/ +/g, ' '))
  })
}

test('the segments of every source cover it without gaps, and its code has balanced brackets', () => {
  for (const file of [...filesUnder('src', '.ts'), ...filesUnder('scripts', '.ts')]) {
    const source = readFileSync(file, 'utf8')
    let end = 0
    for (const segment of segmentsOf(source)) {
      assert.equal(segment.start, end, file)
      end = segment.end
    }
    assert.equal(end, source.length, file)
    const code = codeOf(source)
    assert.equal(code.split('(').length, code.split(')').length, `${file}: brackets`)
  }
})

test('keeps lines when it blanks segments', () => {
  assert.equal(blank('/* a\n b */\nc', ['comment']), '    \n     \nc')
  assert.equal(lineAt('a\nb\nc', 4), 3)
})

test('finds the closing bracket', () => {
  assert.equal(closingBracket('((a)[{b}])c', 0), 9)
  assert.equal(closingBracket('(a]', 0), -1)
  assert.equal(closingBracket('(a', 0), -1)
})
