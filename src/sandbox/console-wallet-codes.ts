/** Finds QR codes in the sandbox's messages: those on pages of the Relying Party that browsers received recently. */
import type { Message, ShownCode } from '../console/index.ts'
import { findLink } from './html-forms.ts'

/** Seconds for which a code is listed, even if its request expires earlier. */
const shownSeconds = 300
const maximumCodes = 5
/** Maximum number of messages that are searched, newest first. */
const maximumMessages = 500

interface CodesParts {
  readonly messages: () => readonly Message[]
  readonly now: () => number
  /** Returns the name of the Relying Party that received the message, or `undefined` for any other receiver. */
  readonly relyingPartyOf: (message: Message) => string | undefined
}

/**
 * Returns at most five codes of the last five minutes, newest first. Leaves out a code whose request was fetched. Does
 * not check whether its request has expired.
 */
export function findShownCodes({ messages, now, relyingPartyOf }: CodesParts): readonly ShownCode[] {
  const codes = new Map<string, ShownCode>()
  const fetched = new Set<string>()
  for (const message of messages().slice(-maximumMessages).toReversed()) {
    if (now() - message.at > shownSeconds * 1000 || codes.size === maximumCodes) break
    const party = relyingPartyOf(message)
    if (party !== undefined && message.response?.status === 200) fetched.add(message.request.url)
    const link = party === undefined ? undefined : linkOn(message.response?.body)
    if (party === undefined || link === undefined || codes.has(link) || fetched.has(requestUriOf(link))) continue
    codes.set(link, { at: Math.floor(message.at / 1000), party, link })
  }
  return [...codes.values()]
}

/** Returns the URL of the request that a link names, or an empty text. */
const requestUriOf = (link: string): string => URL.parse(link)?.searchParams.get('request_uri') ?? ''

/** Returns the wallet link beside the QR code on a page. Returns `undefined` for a page without a code. */
const linkOn = (page = ''): string | undefined =>
  page.includes('id="qr-code"') ? findLink(page, 'wallet-link') : undefined
