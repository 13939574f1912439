/** Sends a recorded request again, with the user's changes, to a party of this sandbox. */
import type { Fetch } from '../base/index.ts'
import type { FlowsParts } from '../console/index.ts'
import { contentHeadersOf } from '../console/index.ts'
import { hiddenToken } from './received-message.ts'
import type { Traffic } from './traffic.ts'

type Resend = NonNullable<FlowsParts['resend']>

interface ResendParts {
  readonly traffic: Pick<Traffic, 'runAction' | 'fetchAs'>
  readonly fetch: Fetch
  /** Token of the administration. Replaces the placeholder that a record contains instead of the token. */
  readonly adminToken: string
  /** Returns true for the origin of a party of this sandbox. Nothing is sent to other origins. */
  readonly isOwn: (origin: string) => boolean
}

/**
 * Creates the function that sends a request again. It resolves to false, without sending, if the request cannot be
 * constructed, or if its receiver is outside the sandbox. It resolves to true after a response, and also if there is
 * none.
 */
export const createResend =
  ({ traffic, fetch, isOwn, adminToken }: ResendParts): Resend =>
  async ({ request, from, parent }) => {
    const copy = toRequest(request, adminToken)
    if (copy === undefined || !isOwn(new URL(copy.url).origin)) return false
    const send = async (): Promise<void> => {
      // Ignores the error, because the recorder also records that there was no response.
      await traffic
        .fetchAs(
          from,
          fetch,
        )(copy)
        .catch(() => undefined)
    }
    await traffic.runAction(parent, send)
    return true
  }

function toRequest(request: Parameters<Resend>[0]['request'], adminToken: string): Request | undefined {
  const { method, url, body } = request
  try {
    const headers = contentHeadersOf(request).map(([name, value]): [string, string] => [
      name,
      value.replace(hiddenToken, () => adminToken),
    ])
    // A text as the body would get a media type that the user may have removed.
    const content = body === undefined ? {} : { body: new TextEncoder().encode(body) }
    return new Request(url, { method, headers, redirect: 'manual', ...content })
  } catch {
    return undefined
  }
}
