/** Labels that a reader with forced colours, such as the contrast themes of Windows, cannot see. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readPng } from '../../src/console/wallet/scan/read-png.ts'

/** A label: the start of its element's markup, and the box of its text on the page. */
interface Label {
  readonly markup: string
  readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Text boxes of labels that may be on a coloured ground: the first of each class. */
const labels = `[...Map.groupBy(document.querySelectorAll('button, .button, .btn, .badge, .active'), (one) => one.className).values()]
  .map(([first]) => {
    const range = document.createRange()
    range.selectNodeContents(first)
    const { x, y, width, height } = range.getBoundingClientRect()
    const clip = { x: x + scrollX + 2, y: y + scrollY + 2, width: width - 4, height: height - 4 }
    return { markup: first.outerHTML.slice(0, 120), clip }
  })
  .filter(({ clip }) => clip.width > 4 && clip.height > 4)`

/** Difference of brightness that at least one pixel of a visible text has to its ground. */
const visibleDifference = 60

/**
 * Returns the markup of labels whose box has one colour. With forced colours, the browser paints a plate in the colour
 * `Canvas` behind each text, which no computed style shows: only a picture does.
 */
export async function findInvisibleLabels(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const { markup, clip } of (await page.evaluate(labels)) as Label[]) {
    const image = readPng(await page.screenshot({ clip, fullPage: true, animations: 'disabled' }))
    assert.ok('data' in image, `no picture of ${markup}`)
    const [darkest, brightest] = image.data.reduce(
      ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
      [255, 0],
    )
    if (brightest - darkest < visibleDifference) found.push(markup)
  }
  return found
}
