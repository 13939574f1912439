// What attributes of htmx cannot do: copy, download, reading a file, the focus after a swap, and the notice of a console that is gone.
const { documentElement: root } = document
root.classList.add('with-script')

const textOf = (id) => {
  const source = document.querySelector(id)
  return source?.value ?? source?.textContent ?? ''
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy], [data-download]')
  if (!button) return
  const { copy, download, name = 'fiducia.txt', done } = button.dataset
  if (copy) {
    await navigator.clipboard.writeText(textOf(copy))
  } else {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([textOf(download)]))
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  if (!done) return
  const label = button.textContent
  button.textContent = done
  setTimeout(() => {
    button.textContent = label
  }, 2000)
})

// A swap may remove the element with the focus. What it brought may name its successor.
document.addEventListener('htmx:after:swap', () => {
  const next = document.querySelector('[data-focus]')
  next?.removeAttribute('data-focus')
  next?.focus()
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

// A chosen file fills the text field that `data-fills` names.
document.addEventListener('change', async ({ target }) => {
  const field = target.dataset?.fills === undefined ? null : document.getElementById(target.dataset.fills)
  if (field !== null && target.files?.[0]) field.value = await target.files[0].text()
})
