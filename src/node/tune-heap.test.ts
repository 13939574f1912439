import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Grows a heap of 60 MB to four times its size. Prints its relative size at the first full collection. */
const growing = (first: string): string => `
  import { getHeapStatistics, setFlagsFromString } from 'node:v8'
  import { PerformanceObserver, constants } from 'node:perf_hooks'
  import { runInNewContext } from 'node:vm'
  ${first}
  setFlagsFromString('--expose-gc')
  const make = (count) => Array.from({ length: count }, (_, at) => ({ at, text: at + ' ' + Math.random() }))
  globalThis.kept = [make(400_000)]
  runInNewContext('gc')()
  await new Promise(setImmediate)
  let collected
  let used = 0
  new PerformanceObserver((list) => {
    const all = list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    if (all) collected ??= used
  }).observe({ entryTypes: ['gc'] })
  const before = getHeapStatistics().used_heap_size
  for (let time = 0; time < 180; time += 1) {
    used = getHeapStatistics().used_heap_size / before
    kept.push(make(7000))
    await new Promise(setImmediate)
  }
  console.log(collected ?? Number.POSITIVE_INFINITY)
`

/** Keeps all objects that two places in the code allocate for a while, as slow requests do. */
const keeping = (first: string): string => `
  ${first}
  const make = (at) => [{ at }, [at, at]]
  for (let time = 0; time < 8; time += 1) {
    globalThis.kept = Array.from({ length: 100_000 }, (_, at) => make(at))
    await new Promise(setImmediate)
  }
`

/** Returns the output of a program that can import the modules of this directory. */
function outputOf(program: string, ...flags: string[]): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...flags,
      '--conditions=fiducia-source',
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--eval',
      program,
    ],
    { encoding: 'utf8', cwd: new URL('.', import.meta.url), env: {} },
  )
  assert.equal(stderr, '')
  return stdout
}

const tuned = `import { tuneHeap } from './tune-heap.ts'\ntuneHeap()`

/**
 * V8 would let this heap grow fourfold. The figure is approximate: it includes the young generation, and the observer
 * runs in a later turn.
 */
test('the whole heap is collected when it has grown to about twice its used size', () => {
  const grown = Number(outputOf(growing(tuned)))
  assert.ok(grown > 1.5 && grown < 3.8, `${grown}`)
})

/** Returns whether V8 decides to allocate in the old generation, which it can do when the young one has full size. */
const tenured = (first: string): boolean =>
  outputOf(keeping(first), '--max-semi-space-size=1', '--trace-pretenuring-statistics').includes('=> tenure')

test('objects are allocated in the young generation, even after slow requests', () => {
  assert.equal(tenured(''), true)
  assert.equal(tenured(tuned), false)
})
