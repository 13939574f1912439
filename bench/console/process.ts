/** Process of a full console: its memory, the time of its list, and the time until a message is shown. */
import { setTimeout } from 'node:timers/promises'
import { answerParent } from '../channel.ts'
import { ask, keptDecisions, openConsole, watchList } from './attached-console.ts'
import { createFiller } from './fill.ts'

/** Figures of a full console. */
export interface FullConsole {
  /** Bytes by which the resident memory grew while the console was filled and listed. */
  readonly grown: number
  /** Milliseconds until each request for the list page was answered. */
  readonly pages: readonly number[]
  /** Milliseconds from the recording of each message until the list shows it. */
  readonly updates: readonly number[]
}

interface MeasureInput {
  readonly messages: number
  readonly repeats: number
}

answerParent({
  measure: async ({ messages, repeats }: MeasureInput): Promise<FullConsole> => {
    const before = process.memoryUsage.rss()
    const { app, feed, traffic } = openConsole()
    const filler = createFiller(traffic.log, feed)
    for (let count = 0; count < (keptDecisions * messages) / 20_000; count += 1) filler.decision()
    for (let count = 0; count < messages; count += 1) {
      filler.message()
      // The console updates its index in the pauses between messages.
      if (count % 1000 === 0) await setTimeout(150)
    }
    const pages: number[] = []
    for (let count = 0; count < repeats; count += 1) {
      const since = performance.now()
      await (await ask(app, '/flows')).text()
      pages.push(performance.now() - since)
    }
    const grown = process.memoryUsage.rss() - before
    let shown: ((list: string) => void) | undefined
    void watchList(app, (list) => shown?.(list))
    const updates: number[] = []
    for (let count = 0; count < repeats; count += 1) {
      await setTimeout(500)
      const since = performance.now()
      let id = ''
      const seen = new Promise<void>((resolve) => {
        shown = (list) => {
          if (list.includes(`flows-row-${id}`)) resolve()
        }
      })
      id = filler.flow()
      await seen
      updates.push(performance.now() - since)
    }
    return { grown, pages, updates }
  },
})
