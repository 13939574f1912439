/**
 * The Relying Party's stores on PostgreSQL: what a session was begun with stays as it was, what becomes of it has columns
 * of its own, so that a change is one statement. What a session is found by is kept as its digest.
 */
import type { JsonObject } from '../../base/index.ts'
import {
  type PresentationSession,
  type PresentationSessions,
  presentationMayBecome,
  type RelyingPartyStores,
} from '../../relying-party/index.ts'
import { valueDigest } from '../stored-values.ts'
import type { PostgresDatabase, Row } from './database.ts'
import { type PostgresSchema, withoutWaiting } from './schema.ts'

const tables = `
CREATE TABLE presentation_session (
  id bytea PRIMARY KEY,
  state bytea NOT NULL UNIQUE,
  response_code_digest bytea,
  body text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  status text NOT NULL,
  response_mode text NOT NULL,
  cookie text COLLATE "C" NOT NULL,
  cookie_renewed boolean NOT NULL DEFAULT false,
  attested_level text,
  rejection text,
  response_code text,
  result text,
  completed_at bigint
);
CREATE INDEX presentation_session_by_age ON presentation_session (created_at);
CREATE UNIQUE INDEX presentation_session_by_response_code ON presentation_session (response_code_digest)
  WHERE response_code_digest IS NOT NULL`

const verbs = `
CREATE FUNCTION record_fetch(digests bytea[], expiries bigint[], names text[], of_id bytea, until bigint, mode text,
  level text, at_time bigint, from_statuses text[]) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  UPDATE presentation_session SET status = 'fetched', response_mode = mode,
      expires_at = CASE status WHEN 'issued' THEN until ELSE expires_at END,
      attested_level = coalesce(level, attested_level)
    WHERE id = of_id AND status = ANY (from_statuses) AND expires_at > at_time;
  IF NOT FOUND THEN PERFORM undo('over'); END IF;
  RETURN 'fetched';
END $$;
CREATE FUNCTION redeem_response_code(digests bytea[], expiries bigint[], names text[], of_id bytea, from_cookie text,
  to_cookie text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE handed_over text;
BEGIN
  PERFORM claim_all(digests, expiries, names);
  SELECT coalesce(result, '{}') INTO handed_over FROM presentation_session
    WHERE id = of_id AND cookie = from_cookie FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM undo('lost'); END IF;
  UPDATE presentation_session SET result = NULL, cookie = to_cookie, cookie_renewed = true WHERE id = of_id;
  RETURN handed_over;
END $$`

export const relyingPartySchema: PostgresSchema = {
  store: 'relying-party',
  migrations: [[tables, verbs].join(';\n')],
  // Sessions go by their age, which the role knows.
  expiring: [],
}

export const createPostgresRelyingPartyStores = (database: PostgresDatabase): RelyingPartyStores => ({
  presentationSessions: { ...lookups(database), ...transitions(database) },
})

type Lookups = Pick<PresentationSessions, 'find' | 'findByState' | 'findByResponseCode'>

function lookups(database: PostgresDatabase): Lookups {
  const by = (column: 'id' | 'state' | 'response_code_digest') => async (value: string) => {
    const [row] = await database.read(
      `SELECT body, expires_at, status, response_mode, cookie, cookie_renewed, attested_level, rejection, response_code,
         result, completed_at FROM presentation_session WHERE ${column} = $1`,
      [valueDigest(value)],
    )
    return row && sessionOf(row)
  }
  return { find: by('id'), findByState: by('state'), findByResponseCode: by('response_code_digest') }
}

const statuses: readonly PresentationSession['status'][] = ['issued', 'fetched', 'completed', 'rejected']
const before = (to: PresentationSession['status']): readonly string[] =>
  statuses.filter((from) => presentationMayBecome(from, to))

const transitions = (database: PostgresDatabase): Omit<PresentationSessions, keyof Lookups> => ({
  begin: async (session) => {
    await database.write(
      `INSERT INTO presentation_session (id, state, body, created_at, expires_at, status, response_mode, cookie)
       SELECT $1::bytea, $2::bytea, $3::text, $4::bigint, $5::bigint, $6::text, $7::text, $8::text
       WHERE ${withoutWaiting}`,
      [
        valueDigest(session.id),
        valueDigest(session.state),
        JSON.stringify(session),
        session.createdAt,
        session.expiresAt,
        session.status,
        session.responseMode,
        session.cookie,
      ],
    )
  },
  recordFetch: ({ id, claims, expiresAt, responseMode, attestedLevel, now }) =>
    database.claim(claims, 'record_fetch', [
      valueDigest(id),
      expiresAt,
      responseMode,
      attestedLevel,
      now,
      before('completed'),
    ]),
  complete: async ({ id, result, responseCode, now }) => {
    const { count } = await database.write(
      `UPDATE presentation_session SET status = 'completed', result = $2, response_code = $3,
         response_code_digest = $4, completed_at = $5
       WHERE id = $1 AND status = ANY ($6) AND expires_at > $5`,
      [valueDigest(id), JSON.stringify(result), responseCode, valueDigest(responseCode), now, before('completed')],
    )
    return count === 0 ? 'over' : 'completed'
  },
  reject: async ({ id, rejection, now }) => {
    const { count } = await database.write(
      `UPDATE presentation_session SET status = 'rejected', rejection = $2
       WHERE id = $1 AND status = ANY ($3) AND expires_at > $4`,
      [valueDigest(id), rejection, before('rejected'), now],
    )
    return count === 0 ? 'over' : 'rejected'
  },
  renewCookie: async ({ id, from, to }) => {
    const { count } = await database.write(
      'UPDATE presentation_session SET cookie = $3, cookie_renewed = true WHERE id = $1 AND cookie = $2',
      [valueDigest(id), from, to],
    )
    return count === 0 ? 'lost' : 'renewed'
  },
  redeemResponseCode: async ({ id, claims, renewCookie: { from, to } }) => {
    const outcome = await database.claim(claims, 'redeem_response_code', [valueDigest(id), from, to])
    if (typeof outcome !== 'string') return outcome
    return outcome === 'lost' ? outcome : { result: JSON.parse(outcome) as JsonObject }
  },
  erase: async (id) => {
    await database.write('DELETE FROM presentation_session WHERE id = $1', [valueDigest(id)])
  },
  prune: (createdBefore) => database.forget({ table: 'presentation_session', column: 'created_at' }, createdBefore),
})

/** What is not there is no member. */
const sessionOf = (row: Row): PresentationSession => ({
  ...(JSON.parse(row.body as string) as PresentationSession),
  expiresAt: row.expires_at as number,
  status: row.status as PresentationSession['status'],
  responseMode: row.response_mode as PresentationSession['responseMode'],
  cookie: row.cookie as string,
  ...(row.cookie_renewed === true && { cookieRenewed: true }),
  ...(row.attested_level !== null && { attestedLevel: row.attested_level as string }),
  ...(row.rejection !== null && { rejection: row.rejection as string }),
  ...(row.response_code !== null && { responseCode: row.response_code as string }),
  ...(row.result !== null && { result: JSON.parse(row.result as string) as JsonObject }),
  ...(row.completed_at !== null && { completedAt: row.completed_at as number }),
})
