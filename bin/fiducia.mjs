#!/usr/bin/env node
// The one entry, in JavaScript that any Node reads: says what to do on a Node that is too old, then runs the program.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const source = new URL('../src/cli/main.ts', import.meta.url)
const built = new URL('../dist/cli/main.js', import.meta.url)
const inRepository = existsSync(fileURLToPath(source))

function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function run() {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    const advice = inRepository
      ? 'run "npm ci", then "npm start" (or "npm exec fiducia"): they use the Node that the repository brings'
      : 'install Node 24 or newer'
    return giveUp(`fiducia needs Node 24 or newer and this is ${process.versions.node}: ${advice}.`)
  }
  if (!inRepository && !existsSync(fileURLToPath(built)))
    return giveUp('This copy of fiducia is not complete: install the package again.')
  // What was compiled once need not be compiled again: half of the time of a short command, workers included.
  const { directory } = nodeModule.enableCompileCache()
  if (directory) process.env.NODE_COMPILE_CACHE ??= directory
  let main
  try {
    main = (await import((inRepository ? source : built).href)).main
  } catch (thrown) {
    if (thrown?.code !== 'ERR_MODULE_NOT_FOUND' || !/Cannot find package/.test(thrown.message)) throw thrown
    return giveUp(`A package that fiducia needs is missing: run "npm ${inRepository ? 'ci' : 'install'}".`)
  }
  process.exitCode = await main(process.argv.slice(2))
}

run()
