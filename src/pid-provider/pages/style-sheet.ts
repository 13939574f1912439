/**
 * The style sheet of the pages. It is served as a separate file, so that no inline style need be permitted.
 */
import { type Route, respondText } from '../../http/index.ts'
import { paths } from '../paths.ts'

export const styleSheet = `:root {
  --ink: #17324d;
  --paper: #ffffff;
  --accent: #0b3d91;
  --line: #c5cfd9;
  color-scheme: light;
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.5 "Titillium Web", system-ui, sans-serif;
  overflow-wrap: anywhere;
}

header {
  background: var(--accent);
  color: var(--paper);
  padding: 0.25rem 1.5rem;
  font-weight: 600;
}

main {
  max-width: 40rem;
  margin: 0 auto;
  padding: 1.5rem;
}

h1 {
  font-size: 1.75rem;
  line-height: 1.2;
}

dl {
  margin: 1.5rem 0;
  border-top: 1px solid var(--line);
}

dl > div {
  display: flex;
  flex-wrap: wrap;
  gap: 0 1rem;
  padding: 0.5rem 0;
  border-bottom: 1px solid var(--line);
}

dt {
  flex: 0 1 14rem;
}

dd {
  flex: 1 1 14rem;
  margin: 0;
  font-weight: 600;
}

fieldset {
  margin: 1.5rem 0;
  border: 1px solid var(--line);
  border-radius: 0.25rem;
}

.choice {
  display: flex;
  gap: 0.75rem;
  align-items: center;
}

input[type="radio"] {
  width: 1.25rem;
  height: 1.25rem;
}

button,
.button {
  display: inline-block;
  min-height: 3rem;
  margin: 0.5rem 0.5rem 0.5rem 0;
  padding: 0.7rem 1.5rem;
  border: 2px solid var(--accent);
  border-radius: 0.25rem;
  background: var(--paper);
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}

.primary {
  background: var(--accent);
  color: var(--paper);
}

:focus-visible {
  outline: 3px solid #b35c00;
  outline-offset: 2px;
}

details {
  margin-top: 2rem;
  font-size: 0.9375rem;
}

summary {
  padding: 0.625rem 0;
  cursor: pointer;
}
`

/** `GET /assets/pid-provider.css`. */
export const styleSheetEndpoint: Route = {
  method: 'GET',
  path: paths.styleSheet,
  kind: 'document',
  handle: () => respondText(styleSheet, 'text/css; charset=utf-8', { 'cache-control': 'public, max-age=3600' }),
}
