// Tasks without an htmx attribute: copying a text, reading a file, and the notice that the console does not answer.
const { documentElement: root } = document
root.classList.add('with-script')

const textOf = (id) => {
  const source = document.querySelector(id)
  return source?.value ?? source?.textContent ?? ''
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]')
  if (!button) return
  const { copy, done } = button.dataset
  await navigator.clipboard.writeText(textOf(copy))
  if (!done || button.textContent === done) return
  const label = [...button.childNodes]
  button.textContent = done
  setTimeout(() => button.replaceChildren(...label), 2000)
})

const notice = document.getElementById('notice')
const show = (text) => {
  if (notice && notice.textContent !== text) notice.textContent = text
}
document.addEventListener('htmx:sse:error', () => show(notice.dataset.lost))
document.addEventListener('htmx:error', ({ detail }) => {
  if (detail?.error instanceof TypeError) show(notice.dataset.lost)
})
document.addEventListener('htmx:sse:after:connection', () => show(''))
document.addEventListener('htmx:after:request', () => show(''))

// Writes the content of a chosen file into the text field that `data-fills` names.
document.addEventListener('change', async ({ target }) => {
  const field = target.dataset?.fills === undefined ? null : document.getElementById(target.dataset.fills)
  if (field !== null && target.files?.[0]) field.value = await target.files[0].text()
})
