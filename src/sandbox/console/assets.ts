/** Script and style of the console, served from its origin because the page's policy allows no inline ones. */
export const consoleScript = `async function refresh() {
  const open = new Set([...document.querySelectorAll('details[open]')].map(({ id }) => id))
  const response = await fetch('/', { cache: 'no-store' }).catch(() => ({ ok: false }))
  document.getElementById('away').hidden = response.ok
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
  const main = document.querySelector('main')
  const reading = main.contains(document.activeElement) || String(getSelection()) !== ''
  if (fresh && !reading) {
    for (const details of fresh.querySelectorAll('details')) details.open = open.has(details.id)
    main.replaceWith(fresh)
  }
}
setInterval(() => document.hidden || refresh().catch(() => undefined), 2000)
`

export const consoleStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 72rem; padding: 1rem }
section { margin-block: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid; padding: .25rem .5rem; text-align: start }
td:not([class]) { overflow-wrap: anywhere }
@media (max-width: 30rem) { th, td { font-size: .75rem; padding-inline: .125rem } }
pre { max-height: 30rem; overflow: auto; padding: .5rem; border: 1px solid }
.accepted::before { content: "✓ " }
.refused::before { content: "✗ " }
.failed::before { content: "! " }
.refused, .failed { font-weight: bold }
`
