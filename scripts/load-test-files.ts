/**
 * Loads the test files of `run-in-one-process.ts` one after the other, then ends the tracking of promises. A file that
 * cannot be loaded counts as one failed test.
 */
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { files, stopTracking } from './run-in-one-process.ts'

for (const file of files)
  try {
    await import(pathToFileURL(file).href)
  } catch (thrown) {
    test(`${file} can be loaded`, () => {
      throw thrown
    })
  }
stopTracking()
