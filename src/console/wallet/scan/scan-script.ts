/**
 * Script of the scanning page. It puts an image that is dropped, pasted or chosen into the field, and submits the form.
 * The field gets an SVG image as text, and any other image as a PNG data URL of at most 1200 pixels on its longer side.
 * The page works without the script, because the field also accepts a link. The ids are those of scan-pages.ts.
 */
import { respondText } from '../../../http/index.ts'
import { publicPageRoute } from '../../shell/page-routes.ts'
import { walletPaths } from '../phone.ts'

const scanScript = `'use strict'
const zone = document.getElementById('wallet-drop')
const field = document.getElementById('wallet-scan-text')
const chosen = document.getElementById('wallet-scan-image')
const longestSide = 1200

async function take(file) {
  if (!file || !file.type.startsWith('image/')) return
  zone.classList.add('wallet-drop-busy')
  try {
    field.value = file.type === 'image/svg+xml' ? await file.text() : await drawAsPng(file)
    field.form.requestSubmit()
  } catch {
    document.getElementById('wallet-drop-failed').hidden = false
  } finally {
    zone.classList.remove('wallet-drop-busy')
  }
}

async function drawAsPng(file) {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const paper = canvas.getContext('2d')
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}

if (zone) {
  zone.hidden = false
  zone.addEventListener('dragover', (event) => event.preventDefault())
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) return take(file)
    const link = event.dataTransfer.getData('text/uri-list') || event.dataTransfer.getData('text/plain')
    if (link) field.value = link
  })
  document.addEventListener('paste', (event) => {
    const [file] = event.clipboardData.files
    if (file) take(file)
  })
  chosen.addEventListener('change', () => take(chosen.files[0]))
}
`

export const scanScriptRoute = publicPageRoute(walletPaths.script, () =>
  respondText(scanScript, 'text/javascript; charset=utf-8', {
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }),
)
