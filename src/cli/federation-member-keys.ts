/**
 * `fiducia federation announcements` and `withdraw-key`: approves or refuses announced keys of members, and withdraws
 * compromised keys.
 */
import { Option } from 'commander'
import type { JsonObject } from '../base/index.ts'
import { certificatePaths } from '../trust-anchor/paths.ts'
import { requestAdministration, withQuery } from './administration-client.ts'
import { inWords } from './date-of.ts'
import { memberAnswer, ofEntity } from './federation-answers.ts'
import type { FederationVerbFlags, FederationVerbs } from './federation-verbs.ts'
import type { Answer } from './print-answer.ts'
import { renderTable } from './table.ts'
import { requireCompanionOption, UserError } from './user-error.ts'

const announcementsAnswer = (pending: readonly JsonObject[], now: number): Answer => ({
  data: pending,
  text: renderTable(pending, [
    ['entity', ({ entity_id }) => entity_id],
    ['received', ({ received_at }) => inWords(Number(received_at), now)],
    ['issued at', ({ issued_at }) => issued_at],
    ['keys', ({ keys }) => (keys as readonly JsonObject[]).map(describeKey).join(' ')],
  ]),
})

const changeSigns: Readonly<Record<string, string>> = { added: '+', removed: '-', kept: '=' }

/**
 * Returns a key as `+wallet_solution:THUMBPRINT`. The sign is `+` for an added key, `-` for a removed one, `=` for a
 * kept one, and `?` for any other change.
 */
const describeKey = ({ change, entity_type, thumbprint }: JsonObject): string =>
  `${changeSigns[String(change)] ?? '?'}${entity_type}:${thumbprint}`

export function addMemberKeys({ change }: FederationVerbs): void {
  change<FederationVerbFlags & { approve?: true; refuse?: true; issuedAt?: number }>(
    'announcements [entity]',
    'show the keys that members have announced; approve or refuse those of one member',
    ['announcements', 'announcements https://rp.example/1.4 --approve --issued-at 1796000000 --reason "ticket 7"'],
    async (service, [entity_id], { approve, refuse, issuedAt: issued_at, ...flags }) => {
      requireCompanionOption({ approve, refuse, ...flags }, 'reason', ['approve', 'refuse'])
      requireCompanionOption({ approve, refuse, issuedAt: issued_at }, 'issuedAt', ['approve', 'refuse'])
      if (!approve && !refuse) {
        const path = withQuery(certificatePaths.keyAnnouncements, { entity_id })
        const all = await requestAdministration(service, 'GET', path)
        return announcementsAnswer(ofEntity(all as readonly JsonObject[], 'entity_id', entity_id), service.now)
      }
      if (entity_id === undefined) throw new UserError('Name the entity.')
      if (issued_at === undefined) throw new UserError('Name the announcement that you have seen: add --issued-at.')
      const decision = approve ? 'approve' : 'refuse'
      const reason = flags.reason === undefined ? {} : { reason: flags.reason }
      return memberAnswer(
        approve ? 'approved the keys of' : 'refused the keys of',
        await requestAdministration(service, 'POST', certificatePaths.keyAnnouncements, {
          ...{ entity_id, issued_at, decision },
          ...reason,
        }),
      )
    },
  )
    .option('--approve', 'put the announced keys into the statement about the member from now on')
    .addOption(new Option('--refuse', 'keep the current keys').conflicts('approve'))
    .option('--issued-at <seconds>', 'announcement that you decide about, as the list shows it', Number)
  change(
    'withdraw-key <entity> <kid>',
    'withdraw a compromised key of a member at once, with its certificates, its statement and its pin',
    ['withdraw-key https://rp.example/1.4 KID --reason "laptop lost"'],
    async (service, [entity_id = '', kid = ''], { reason }) =>
      memberAnswer(
        'withdrew the key of',
        await requestAdministration(service, 'POST', certificatePaths.withdrawKey, {
          ...{ entity_id, kid },
          ...(reason !== undefined && { reason }),
        }),
      ),
  )
}
