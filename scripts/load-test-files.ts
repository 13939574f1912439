/** Loads the test files of `run-in-one-process.ts` one after the other, and then ends the tracking of promises. */
import { pathToFileURL } from 'node:url'
import { files, stopTracking } from './run-in-one-process.ts'

for (const file of files) await import(pathToFileURL(file).href)
stopTracking()
