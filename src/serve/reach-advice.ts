/**
 * Advice for a federation document that could not be fetched. The place of the failure contains the status of the
 * answer, or the reason for a missing answer (`FetchTrouble`).
 */
import { type FetchTrouble, type ReadTrouble, readTrouble } from '../base/index.ts'

/** Phrase for the entity that failed, for readers who see the path. `trustAdvice` replaces it for other readers. */
export const lastEntity = 'the last entity of the path'

/** Advice by the reason for a missing answer. */
const troubleAdvice: Readonly<Record<FetchTrouble | 'timeout', (who: string, names: ReadTrouble) => string>> = {
  refused: (who) => `nothing listens at the address of ${who}: start it, and check the port in its URL.`,
  name: (who) =>
    `the host name of ${who} does not exist, or no name server answers: correct the URL or the entry in DNS, or check the name servers of this machine.`,
  route: (who) =>
    `there is no route from here to the addresses of ${who}: check whether its name has IPv4 and IPv6 addresses, and whether IPv6 works here.`,
  certificate: (who) =>
    `the certificate of ${who} is not trusted here: it has expired, is served without its intermediate certificates, or its authority is not public. Serve a certificate of a public authority with its whole chain. For a private authority, set network.certificateAuthorityFiles of a service, or NODE_EXTRA_CA_CERTS of a command.`,
  other_name: (who, { asked = 'another name', served = 'other names' }) =>
    `the certificate of ${who} is for ${served}, and its URL names ${asked}: serve a certificate for ${asked}, or correct the URL.`,
  tls: (who) => `${who} does not use TLS at the port of its URL: serve https there, or name the port that uses TLS.`,
  cut: (who) =>
    `${who}, or a proxy before it, ends the connection without an answer: see its log. A port with TLS does this for plain http.`,
  timeout: (who) =>
    `${who} does not answer in time: check whether a firewall drops packets from here, and whether it is overloaded.`,
}

/** Returns the advice for an unexpected status at the well-known URL of an entity. */
function statusAdvice(status: string): string {
  if (status.startsWith('3'))
    return `${lastEntity} redirects (${status}), and redirects are not followed: serve its configuration directly at the well-known URL below its identifier.`
  if (status === '401' || status === '403')
    return `${lastEntity}, or a proxy before it, answers ${status}: its configuration must be public, without a login, for every address.`
  const answer = status === '' ? 'does not serve its configuration' : `answers ${status}`
  return `${lastEntity} ${answer} at its well-known URL: let the proxy pass the whole path on to the service, and compare the identifier with publicUrl. An identifier does not end in /.well-known/openid-federation.`
}

const serverError = (status: string): string =>
  `the statements are not the problem: ${lastEntity}, or a proxy before it, answers ${status}. Its operator finds the reason in its log; then try again.`
const noStatement =
  'the superior has no statement about the entity before it on the path, or its fetch endpoint redirects, and redirects are not followed. Its operator finds the reason with "fiducia federation list" and "fiducia federation log <entity>": the entity was never registered or was removed ("fiducia federation add <entity>"), or is suspended ("fiducia federation resume <entity>").'
const otherAnswer =
  'the well-known URL of the last entity of the path returns something else, perhaps a page of a proxy: serve the configuration there, as application/entity-statement+jwt.'

const compressedAnswer = (who: string): string =>
  `${who}, or a proxy before it, compresses its answer although the request asks for "Accept-Encoding: identity": serve it without Content-Encoding.`

/** Returns what to change. Returns `undefined` if there is no advice for this code and place. */
export function reachAdvice(code: string, at: string): string | undefined {
  const [document = ''] = at.split('.', 1)
  const [, status = ''] = /\.status\.(\d+)$/.exec(at) ?? []
  const read = readTrouble(at)
  if (/^(?:5\d\d|429)$/.test(status)) return serverError(status)
  const isStatement = document === 'statement'
  if (code === 'status_unexpected') return isStatement ? noStatement : statusAdvice(status)
  if (code === 'media_type_unexpected' && !isStatement) return otherAnswer
  const who = isStatement ? `the fetch endpoint of ${lastEntity}` : lastEntity
  if (code === 'coding_unexpected') return compressedAnswer(who)
  if (code !== 'unreachable' || read.trouble === undefined) return undefined
  return troubleAdvice[read.trouble](who, read)
}
