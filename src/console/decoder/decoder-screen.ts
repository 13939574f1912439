/**
 * The decoder: a text area, optional fields, and the result on the same page. Stores no pasted text. The form sends the
 * text in the body of a POST, so that no URL contains it.
 */
import {
  type EndpointRequest,
  formOf,
  type Html,
  html,
  type Language,
  type Parameters,
  respondJson,
} from '../../http/index.ts'
import { type DecodeContext, type DecodeOptions, decodeAnything } from '../decode/decode-anything.ts'
import type { Decoded } from '../decode/decoded.ts'
import { decodedJson } from '../decode/decoded-json.ts'
import { formatVerdictCounts, titleOf } from '../decode/format-decoded.ts'
import { isRecognised } from '../decode/kinds.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, pageRoute } from '../shell/page-routes.ts'
import { type ApiCall, renderCode, toCurl } from '../shell/parts.ts'
import { texts } from './decoder-texts.ts'
import type { DecoderExample, DecoderFields } from './examples.ts'
import { renderDecoded } from './render-decoded.ts'

/** Time and cryptography of the decoder, and the examples of its page. */
export interface DecoderParts extends DecodeContext {
  /** Defaults to none. */
  readonly examples?: readonly DecoderExample[]
}

/** Maximum size of the form in bytes. It fits a percent-encoded text of 256 kB and the other fields. */
const bodyLimit = 1_048_576
const path = '/decoder'
/** Makes htmx replace the content of the page and scroll to the result. */
const swap = 'outerHTML show:top showTarget:#decoder-result'

/** Creates the decoder screen. */
export function createDecoderScreen(parts: DecoderParts): Screen {
  const { examples = [] } = parts
  return {
    id: 'decoder',
    path,
    label: { it: texts.it.title, en: texts.en.title },
    routes: (shell) => [
      pageRoute(path, (request) => respond(shell, request, examples, { fields: { text: '' } })),
      formRoute(
        path,
        async (request) => {
          const form = formOf(request)
          const example = examples.find(({ id }) => id === form.get('example'))
          const fields = example === undefined ? fieldsOf(form) : await example.make()
          if (fields === undefined)
            return respond(shell, request, examples, { fields: { text: '' }, isExampleMissing: true })
          const decoded = await decodeAnything(parts, fields.text, optionsOf(fields))
          return respond(shell, request, examples, { fields, decoded })
        },
        bodyLimit,
      ),
      {
        method: 'POST',
        path: `${path}/decoded`,
        kind: 'machine',
        accepts: ['form'],
        bodyLimit,
        handle: async (request) => {
          const fields = fieldsOf(formOf(request))
          return respondJson(decodedJson(await decodeAnything(parts, fields.text, optionsOf(fields))))
        },
      },
    ],
  }
}

/** Returns the fields of the form. An empty field is absent, because `Parameters` omit empty values. */
const fieldsOf = (form: Parameters): DecoderFields => ({
  text: form.get('text') ?? '',
  key: form.get('key'),
  index: form.get('index'),
  method: form.get('method'),
  url: form.get('url'),
  accessToken: form.get('access_token'),
  session: form.get('session'),
})

function optionsOf({ key, index, method, url, accessToken, session }: DecoderFields): DecodeOptions {
  const isIndex = index !== undefined && /^\d+$/.test(index.trim())
  return { key, ...(isIndex && { index: Number(index) }), request: { method, url }, accessToken, session }
}

interface ScreenContent {
  readonly fields: DecoderFields
  readonly decoded?: Decoded
  /** True if the chosen example is not available. */
  readonly isExampleMissing?: boolean
}

/** Returns the page. For a request of htmx, returns only the content. */
function respond(shell: Shell, request: EndpointRequest, examples: readonly DecoderExample[], shown: ScreenContent) {
  const language = shell.language(request)
  const call = shell.programCall({ method: 'POST', url: new URL(`${path}/decoded`, request.url).href })
  const main = renderScreen(language, call, examples, shown)
  return request.header('hx-request') === 'true'
    ? shell.part(main)
    : shell.page(request, { title: texts[language].title, main })
}

function renderScreen(
  language: Language,
  call: ApiCall | undefined,
  examples: readonly DecoderExample[],
  { fields, decoded, isExampleMissing = false }: ScreenContent,
): Html {
  const text = texts[language]
  return html`<div id="decoder" class="decoder">
<p class="lead">${text.intro}</p>
<p id="decoder-privacy"><strong>${text.privacy}</strong></p>
<form method="post" action="${path}#decoder-result" id="decoder-form" hx-post="${path}" hx-target="#decoder" hx-swap="${swap}">
${renderFields(language, fields)}
<div class="d-flex flex-wrap gap-2 mb-3">
<button class="btn btn-primary" id="decoder-decode">${text.decode}</button>
<a class="btn btn-outline-primary" id="decoder-clear" href="${path}">${text.clear}</a>
</div>
</form>
${examples.length === 0 ? '' : renderExamples(language, examples)}
${isExampleMissing ? html`<p class="alert alert-warning" role="status" id="decoder-missing">${text.exampleMissing}</p>` : ''}
${decoded === undefined ? '' : renderResult(language, call, decoded)}
</div>`
}

function renderFields(language: Language, fields: DecoderFields): Html {
  const { text: pasted, key, index, method, url, accessToken, session } = fields
  const text = texts[language]
  const isOpen = [key, index, method, url, accessToken, session].some((value) => value !== undefined && value !== '')
  const field = (
    id: string,
    name: string,
    label: string,
    value: string | undefined,
    width: string,
    attributes: Html | '' = '',
  ): Html =>
    html`<div class="${width} mb-3"><label class="form-label" for="decoder-${id}">${label}</label>
<input class="form-control" id="decoder-${id}" name="${name}" value="${value ?? ''}" autocomplete="off" spellcheck="false"${attributes}></div>\n`
  return html`<div class="mb-3">
<label class="form-label" for="decoder-text">${text.text}</label>
<textarea class="form-control decoder-text" id="decoder-text" name="text" rows="8" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="decoder-text-hint">\n${pasted}</textarea>
<p class="form-text" id="decoder-text-hint">${text.textHint}</p>
</div>
<details class="mb-3"${isOpen ? html` open` : ''}><summary id="decoder-further">${text.further}</summary>
<div class="row mt-2">
<div class="col-12 mb-3"><label class="form-label" for="decoder-key">${text.key}</label>
<textarea class="form-control decoder-text" id="decoder-key" name="key" rows="3" spellcheck="false" autocomplete="off" aria-describedby="decoder-key-hint">\n${key ?? ''}</textarea>
<p class="form-text" id="decoder-key-hint">${text.keyHint}</p></div>
${field('index', 'index', text.index, index, 'col-md-4', html` inputmode="numeric" pattern="\\s*[0-9]*\\s*"`)}${field('method', 'method', text.method, method, 'col-md-4')}${field('url', 'url', text.url, url, 'col-md-4')}${field('access-token', 'access_token', text.accessToken, accessToken, 'col-12')}<div class="col-12 mb-3"><label class="form-label" for="decoder-session">${text.session}</label>
<textarea class="form-control decoder-text" id="decoder-session" name="session" rows="3" spellcheck="false" autocomplete="off" aria-describedby="decoder-session-hint">\n${session ?? ''}</textarea>
<p class="form-text" id="decoder-session-hint">${text.sessionHint}</p></div>
</div>
</details>`
}

const renderExamples = (language: Language, examples: readonly DecoderExample[]): Html =>
  html`<form method="post" action="${path}#decoder-result" id="decoder-examples" hx-post="${path}" hx-target="#decoder" hx-swap="${swap}" aria-labelledby="decoder-examples-title">
<h2 class="h5" id="decoder-examples-title">${texts[language].examples}</h2>
<div class="d-flex flex-wrap gap-2 mb-3">
${examples.map(({ id, label }) => html`<button class="btn btn-outline-primary btn-sm" id="decoder-example-${id}" name="example" value="${id}">${label[language]}</button>\n`)}</div>
</form>`

/** Renders the link and the command that look up the decision of a trace ID. */
function renderTrace(language: Language, { sections }: Decoded): Html | '' {
  const value = sections[0]?.members.find(({ name }) => name === 'fiducia-trace')?.value
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value)) return ''
  const text = texts[language]
  return html`<p><a id="decoder-flow" href="/flows?trace=${value}">${text.flow}</a></p>
${renderCode(`fiducia explain ${value}`, 'decoder-trace', text.trace)}`
}

function renderResult(language: Language, call: ApiCall | undefined, decoded: Decoded): Html {
  const text = texts[language]
  const counts = formatVerdictCounts(language, decoded)
  return html`<section id="decoder-result" aria-labelledby="decoder-result-title">
<h2 id="decoder-result-title">${titleOf(language, decoded)}</h2>
<p role="status" id="decoder-status">${counts === '' ? titleOf(language, decoded) : counts}</p>
${isRecognised(decoded.kind) ? '' : html`<p id="decoder-hint">${text.hint}</p>`}
${decoded.kind === 'trace' ? renderTrace(language, decoded) : ''}
${renderDecoded(language, decoded, 'decoder-result-tree')}
<details><summary id="decoder-command">${text.command}</summary>${renderCode('fiducia decode - < text.txt', 'decoder-command-text', text.command)}</details>
${call === undefined ? '' : html`<details class="api-call"><summary id="decoder-api">${text.api}</summary>${renderCode(`${toCurl(call)} \\\n  --data-urlencode text@text.txt`, 'decoder-api-text', text.api)}</details>`}
</section>`
}
