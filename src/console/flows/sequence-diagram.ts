/**
 * Sequence diagram of a flow as SVG, drawn on the server and styled by CSS classes. Screen readers read its title and
 * description. The list of messages contains the same information as text.
 */
import { type Html, html } from '../../http/index.ts'
import { shownPath } from '../traffic/background.ts'
import type { Flow, Step } from './flow.ts'
import type { FlowTexts } from './texts.ts'

const maximumDrawn = 60

// Sizes in pixels.
const column = 190
const row = 46
const headHeight = 56
const side = 24
/** Number of characters that fit on an arrow over one column. */
const charactersOfColumn = 26

/** Order of the lifelines: people, then roles. Others follow in the order of their first message. */
const order = [
  ...['browser', 'phone', 'unknown', 'wallet', 'administrator', 'relying-party', 'pid-provider'],
  ...['national-idp', 'national-saml-idp', 'wallet-provider', 'trust-anchor', 'console'],
]

/** Returns the parties of the drawn steps, in the order of their lifelines. */
function lifelinesOf(steps: readonly Step[]): readonly string[] {
  const parties = [...new Set(steps.flatMap(({ message }) => [message.from, message.to]))]
  const rank = (name: string): number =>
    order.includes(name) ? order.indexOf(name) : order.length + parties.indexOf(name)
  return parties.toSorted((one, other) => rank(one) - rank(other))
}

/** Renders the first 60 steps that are not in the background. Returns an empty string if there are none. */
export function renderSequence(flow: Flow, text: FlowTexts): Html | '' {
  const steps = flow.steps.filter(({ background }) => background === undefined)
  const drawn = steps.slice(0, maximumDrawn)
  const parties = lifelinesOf(drawn)
  if (parties.length === 0) return ''
  const width = side * 2 + Math.max(2, parties.length) * column
  const height = headHeight + drawn.length * row + side
  const centre = (name: string): number => side + column / 2 + parties.indexOf(name) * column
  return html`<div class="flows-diagram" id="flows-diagram">
<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="flows-diagram-title flows-diagram-text">
<title id="flows-diagram-title">${text.diagram}</title>
<desc id="flows-diagram-text">${text.diagramText(steps.length)}</desc>
${parties.map((name) => renderLifeline(name === 'unknown' ? text.unknown : name, centre(name), height))}
${drawn.map((step, index) => renderArrow(step, { y: headHeight + (index + 1) * row, centre, ...(step === flow.faulty && { fault: text.outcomes[flow.outcome] }) }, text))}
</svg>
${steps.length > drawn.length ? html`<p>${text.diagramCut(maximumDrawn)}</p>` : ''}
</div>`
}

const renderLifeline = (name: string, x: number, height: number): Html =>
  html`<g class="flows-lifeline"><line x1="${x}" y1="${headHeight - 10}" x2="${x}" y2="${height - 8}"/>
<rect x="${x - column / 2 + 10}" y="10" width="${column - 20}" height="34" rx="6"/>
<text x="${x}" y="32" text-anchor="middle">${cut(shortName(name), charactersOfColumn - 4)}</text></g>
`

interface ArrowPlace {
  readonly y: number
  readonly centre: (name: string) => number
  /** Outcome of the flow in words, if it failed at this step. */
  readonly fault?: string
}

function renderArrow({ number, message }: Step, { y, centre, fault }: ArrowPlace, text: FlowTexts): Html {
  const [start, end] = [centre(message.from), centre(message.to)]
  const direction = Math.sign(end - start) || 1
  const span = Math.max(1, Math.abs(end - start) / column)
  const { request, response } = message
  const label = cut(`${number}. ${request.method} ${shownPath(message)}`, Math.floor(charactersOfColumn * span))
  const outcome = response === undefined ? text.noAnswer : String(response.status)
  const middle = (start + end) / 2
  const head = `${end},${y} ${end - direction * 9},${y - 5} ${end - direction * 9},${y + 5}`
  const isBad = fault !== undefined || response === undefined || response.status >= 400
  return html`<g class="flows-arrow${isBad ? ' bad' : ''}">
<line x1="${start}" y1="${y}" x2="${end - direction * 8}" y2="${y}"/><polygon points="${head}"/>
<text x="${middle}" y="${y - 7}" text-anchor="middle">${label}</text>
<text class="status" x="${middle}" y="${y + 14}" text-anchor="middle">${fault === undefined ? outcome : `${outcome} ${fault}`}</text></g>
`
}

/** Returns an origin without its scheme, and any other name unchanged. */
const shortName = (name: string): string => name.replace(/^https?:\/\//, '')

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`)
