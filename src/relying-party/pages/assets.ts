/** Script of the page with the QR code (`qrPage`), whose ids and `data-` attributes it uses. */

/** Polls the status endpoint, shows the state, counts down, and continues once the presentation is complete. */
export const pageScript = `'use strict'
const page = document.getElementById('presentation')
const element = (id) => document.getElementById(id)
let secondsLeft = Number(page.dataset.seconds)
let over = false
let failures = 0

// With the id in the address, a reload shows this request again and starts no new one.
const here = new URL(location.href)
if (here.pathname.endsWith('/presentations/new')) {
  here.searchParams.set('session', new URL(page.dataset.stateUrl).searchParams.get('id'))
  history.replaceState(null, '', here)
}

function show(state) {
  for (const one of document.querySelectorAll('#state > p')) one.hidden = one.id !== 'state-' + state
}

// Replaces the heading, which asks for a scan. Moves the focus if its element becomes hidden.
function end(state, next = 'retry') {
  const hadFocus = element('request').contains(document.activeElement)
  over = true
  show(state)
  const { ended = element('title').textContent } = page.dataset
  document.title = document.title.replace(element('title').textContent, ended)
  element('title').textContent = ended
  element('request').hidden = true
  element(next).hidden = false
  if (hadFocus) element(next).focus()
}

function complete(redirectUri) {
  element('continue').href = redirectUri
  end('completed', 'continue')
  location.assign(redirectUri)
}

// Stops after ten seconds if the network drops the request.
async function ask() {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), 10000)
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(page.dataset.stateUrl, { cache: 'no-store', headers, signal: silence.signal })
    return { status: response.status, answer: await response.json() }
  } finally {
    clearTimeout(timer)
  }
}

const going = { 201: 'waiting', 202: 'fetched' }

async function poll() {
  if (over) return
  try {
    const { status, answer } = await ask()
    if (typeof answer.expires_in === 'number') secondsLeft = answer.expires_in
    if (status === 200) return complete(answer.redirect_uri)
    if (status === 401) return end(answer.status === 'rejected' ? 'rejected' : 'expired')
    if (status === 403) return end('lost')
    if (!going[status]) throw new Error('status ' + status)
    failures = 0
    show(going[status])
  } catch {
    // Shows nothing for a single lost response, because the next poll asks again.
    failures += 1
    if (failures > 1 || !navigator.onLine) show('unreachable')
  }
  setTimeout(poll, 1500)
}

setInterval(() => {
  if (over) return
  secondsLeft = Math.max(0, secondsLeft - 1)
  const seconds = String(secondsLeft % 60).padStart(2, '0')
  element('time-left').textContent = Math.floor(secondsLeft / 60) + ':' + seconds
}, 1000)
poll()
`
