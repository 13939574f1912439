/**
 * Parses the forms of an HTML page as a browser would submit them, and finds links. Understands only plain HTML, as in
 * the sandbox's pages: no script, no `<` or `>` in an attribute.
 */

interface HtmlButton {
  readonly name: string | undefined
  readonly value: string
  /** True for the form's button of class `primary`, or for its first button if no button has the class. */
  readonly primary: boolean
}

export interface HtmlForm {
  readonly method: 'get' | 'post'
  /** Absolute URL. */
  readonly action: string
  /** Names of the fields with their values in the page. Of several fields with one name, the last one counts. */
  readonly fields: ReadonlyMap<string, string>
  readonly buttons: readonly HtmlButton[]
}

const formElement = /<form\b([^>]*)>([\s\S]*?)<\/form>/gi
const fieldElement =
  /<input\b([^>]*)>|<textarea\b([^>]*)>([\s\S]*?)<\/textarea>|<select\b([^>]*)>([\s\S]*?)<\/select>/gi
const buttonElement = /<button\b([^>]*)>|<input\b([^>]*\btype="submit"[^>]*)>/gi
const optionElement = /<option\b([^>]*)>/gi
const linkElement = /<a\b([^<>]*)>/gi

/** Returns the forms of a page in their order. Throws a TypeError for an action that is not a URL. */
export function parseForms(html: string, pageUrl: string): readonly HtmlForm[] {
  return [...html.matchAll(formElement)].map(([, tag = '', content = '']) => {
    const attributes = parseAttributes(tag)
    return {
      method: attributes.get('method')?.toLowerCase() === 'post' ? 'post' : 'get',
      action: new URL(attributes.get('action') ?? '', pageUrl).href,
      fields: parseFields(content),
      buttons: parseButtons(content),
    }
  })
}

function parseFields(content: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [, input, area, text, select, options] of content.matchAll(fieldElement)) {
    const attributes = parseAttributes(input ?? area ?? select ?? '')
    const name = attributes.get('name')
    const type = attributes.get('type') ?? 'text'
    if (name === undefined || type === 'submit') continue
    const isChoice = type === 'checkbox' || type === 'radio'
    if (isChoice && !attributes.has('checked')) continue
    const withoutValue = isChoice ? 'on' : decodeEntities(text ?? '')
    fields.set(name, options === undefined ? (attributes.get('value') ?? withoutValue) : selectedOption(options))
  }
  return fields
}

/** Returns the decoded `href` of the link with this id, or `undefined`. */
export function findLink(html: string, id: string): string | undefined {
  const tags = [...html.matchAll(linkElement)].map(([, tag = '']) => parseAttributes(tag))
  return tags.find((attributes) => attributes.get('id') === id)?.get('href')
}

function selectedOption(content: string): string {
  const options = [...content.matchAll(optionElement)].map(([, tag = '']) => parseAttributes(tag))
  return (options.find((option) => option.has('selected')) ?? options[0])?.get('value') ?? ''
}

function parseButtons(content: string): readonly HtmlButton[] {
  const buttons = [...content.matchAll(buttonElement)]
    .map(([, button, input]) => parseAttributes(button ?? input ?? ''))
    .filter((attributes) => (attributes.get('type') ?? 'submit') === 'submit')
  const primaryIndex = buttons.findIndex((attributes) => attributes.get('class')?.split(/\s+/).includes('primary'))
  return buttons.map((attributes, index) => ({
    name: attributes.get('name'),
    value: attributes.get('value') ?? '',
    primary: index === Math.max(primaryIndex, 0),
  }))
}

function parseAttributes(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', quoted, single, bare] of tag.matchAll(
    /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  ))
    attributes.set(name.toLowerCase(), decodeEntities(quoted ?? single ?? bare ?? ''))
  return attributes
}

const namedCharacters = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** Decodes the character references of a text. Keeps unknown names and numbers beyond Unicode. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return namedCharacters.get(name) ?? whole
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
