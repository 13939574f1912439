/**
 * Advice for a federation document that could not be fetched, by its place: the status of the answer, or the reason for
 * a missing answer (`FetchTrouble`).
 */
import { type FetchTrouble, type ReadTrouble, readTrouble } from '../base/index.ts'

/** Phrase for the entity that failed, for readers who see the path. */
export const lastEntity = 'the last entity of the path'

/** Advice by the reason for a missing answer. */
const troubleAdvice: Readonly<Record<FetchTrouble | 'timeout', (who: string, names: ReadTrouble) => string>> = {
  refused: (who) =>
    `nothing listens at the address of ${who}: start it, and see that the port in its URL is the one at which it is reached from here.`,
  name: (who) => `there is no such name as that of ${who}: correct the URL, or the entry of the name (DNS).`,
  route: (who) =>
    `no route leads from here to the addresses of ${who}: see whether its name has addresses of both kinds, and whether IPv6 works here.`,
  certificate: (who) =>
    `the certificate of ${who} is not trusted here: it has ended, comes without the certificates above it, or its authority is not public. Serve a public one, whole; a private authority is named to a service by network.certificateAuthorityFiles, to a command by NODE_EXTRA_CA_CERTS.`,
  other_name: (who, { asked = 'another name', served = 'other names' }) =>
    `the certificate of ${who} is for ${served}, and its URL names ${asked}: serve a certificate for ${asked}, or correct the URL.`,
  tls: (who) =>
    `${who} does not speak TLS at the port of its URL: serve https there, or name the port at which it does.`,
  cut: (who) =>
    `${who}, or a proxy before it, ends the connection without an answer: its log says why; a port that speaks TLS does so to http.`,
  timeout: (who) =>
    `${who} does not answer in time: see whether a firewall drops what comes from here, and whether it is overloaded.`,
}

/** Returns the advice for the status of an entity configuration's answer. */
function statusAdvice(status: string): string {
  if (status.startsWith('3'))
    return `${lastEntity} redirects (${status}), which nobody follows: serve its configuration at the well-known URL below its identifier itself.`
  if (status === '401' || status === '403')
    return `${lastEntity}, or a proxy before it, answers ${status}: its configuration is public, without a login and for every address.`
  return `${lastEntity} answers ${status} at its well-known URL: let the proxy pass the whole path on to the service, and compare its identifier with its publicUrl; it does not end in /.well-known/openid-federation.`
}

const inTrouble = (status: string): string =>
  `nothing is wrong with the statements: ${lastEntity}, or a proxy before it, answers ${status}. Its operator sees why in its log; then ask again.`
const noStatement =
  'the superior makes no statement about the entity before it on the path, or its fetch endpoint redirects, which nobody follows. Its operator sees why in "fiducia federation list" and "fiducia federation log <entity>": never taken in, or removed ("fiducia federation add <entity>"), or suspended ("fiducia federation resume <entity>").'
const otherAnswer =
  'something else answers at the well-known URL of the last entity of the path, a page of a proxy perhaps: serve the configuration there, as application/entity-statement+jwt.'

const coded = (who: string): string =>
  `${who}, or a proxy before it, compresses its answer although the request asks for "Accept-Encoding: identity": serve it without Content-Encoding.`

/** Returns what to change. Returns `undefined` if code and place only say that the document could not be fetched. */
export function reachAdvice(code: string, at: string): string | undefined {
  const [document = ''] = at.split('.', 1)
  const [, status = ''] = /\.status\.(\d+)$/.exec(at) ?? []
  const read = readTrouble(at)
  if (/^(?:5\d\d|429)$/.test(status)) return inTrouble(status)
  const isStatement = document === 'statement'
  if (code === 'status_unexpected') return isStatement ? noStatement : statusAdvice(status)
  if (code === 'media_type_unexpected' && !isStatement) return otherAnswer
  if (code === 'coding_unexpected') return coded(isStatement ? `the fetch endpoint of ${lastEntity}` : lastEntity)
  if (code !== 'unreachable' || read.trouble === undefined) return undefined
  return troubleAdvice[read.trouble](isStatement ? `the fetch endpoint of ${lastEntity}` : lastEntity, read)
}
