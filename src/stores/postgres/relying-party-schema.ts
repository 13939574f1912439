/**
 * The tables of the Relying Party's stores on PostgreSQL, and the SQL functions of store methods that need several
 * statements. erasure-tasks.ts reads members of the JSON in `body` and `result`.
 */
import { postgresApplicationTables } from '../registered-applications.ts'
import { keptTrustMarkTable, type PostgresSchema, superseded } from './schema.ts'

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

const orders = `
ALTER TABLE presentation_session ADD COLUMN application bytea, ADD COLUMN reference_digest bytea,
  ADD COLUMN reference text, ADD COLUMN reference_expires_at bigint, ADD COLUMN redeemed_at bigint;
CREATE UNIQUE INDEX presentation_session_by_reference ON presentation_session (reference_digest)
  WHERE reference_digest IS NOT NULL;
CREATE TABLE presentation_audit (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  application bytea NOT NULL,
  entry text NOT NULL
);
CREATE INDEX presentation_audit_by_application ON presentation_audit (application, at, sequence);
CREATE INDEX presentation_audit_by_age ON presentation_audit (at)`

/** Adds the time of the first return. A browser that returns again gets the same answer. */
const repeatedReturns = `
ALTER TABLE presentation_session ADD COLUMN returned_at bigint;
CREATE INDEX presentation_session_by_redemption ON presentation_session (redeemed_at)
  WHERE redeemed_at IS NOT NULL AND result IS NOT NULL`

/** Adds the attested key that the wallet proved to possess when it fetched the request. */
const provenKeys = `
ALTER TABLE presentation_session ADD COLUMN attested_key text;
DROP FUNCTION IF EXISTS record_fetch(bytea[], bigint[], text[], bytea, bigint, text, text, bigint, text[]);
CREATE FUNCTION record_fetch(digests bytea[], expiries bigint[], names text[], of_id bytea, until bigint, mode text,
  level text, key text, at_time bigint, from_statuses text[]) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  UPDATE presentation_session SET status = 'fetched',
      response_mode = CASE status WHEN 'issued' THEN mode ELSE response_mode END,
      expires_at = CASE status WHEN 'issued' THEN until ELSE expires_at END,
      attested_level = coalesce(level, attested_level),
      attested_key = coalesce(key, attested_key)
    WHERE id = of_id AND status = ANY (from_statuses) AND expires_at > at_time;
  IF NOT FOUND THEN PERFORM undo('over'); END IF;
  RETURN 'fetched';
END $$`

const openIdRecords = `
CREATE TABLE openid_record (
  digest bytea PRIMARY KEY, body text NOT NULL, grant_digest bytea, consumed_at bigint, expires_at bigint NOT NULL
);
CREATE INDEX openid_record_by_grant ON openid_record (grant_digest) WHERE grant_digest IS NOT NULL;
CREATE INDEX openid_record_by_expiry ON openid_record (expires_at)`

/** Adds the time at which the redirect URI was first opened in a browser without a cookie. */
const shownElsewhere = 'ALTER TABLE presentation_session ADD COLUMN shown_elsewhere_at bigint'

const erasures = `
CREATE TABLE erasure_task (
  id text PRIMARY KEY, receipt text NOT NULL, application text NOT NULL, holder text, attempts integer NOT NULL,
  due_at bigint NOT NULL, created_at bigint NOT NULL
);
CREATE INDEX erasure_task_by_time ON erasure_task (due_at) WHERE holder IS NOT NULL;
CREATE INDEX erasure_task_by_age ON erasure_task (created_at)`

/** Adds the index of orders that no browser has begun. It is read each minute. */
const unbegunOrders = `
CREATE INDEX presentation_session_unbegun ON presentation_session (created_at) WHERE status = 'ordered'`

/** Adds the index of the tasks of a person. A hash has a fixed size, whatever the claims of the person. */
const tasksByHolder = 'CREATE INDEX erasure_task_by_holder ON erasure_task USING hash (holder) WHERE holder IS NOT NULL'

/** The Relying Party's schema. New migrations come at the end. */
export const relyingPartySchema: PostgresSchema = {
  store: 'relying-party',
  migrations: [
    tables,
    orders,
    superseded,
    keptTrustMarkTable,
    repeatedReturns,
    provenKeys,
    openIdRecords,
    shownElsewhere,
    erasures,
    postgresApplicationTables,
    unbegunOrders,
    tasksByHolder,
  ],
  // The role prunes sessions by their age.
  expiring: [],
}
