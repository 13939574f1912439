/**
 * The PID Provider's tables in PostgreSQL, and the SQL functions of store methods that need several statements. The row
 * of a grant is the lock for registering its credentials. If two credentials with one key and format race under one
 * token, the later one revokes the earlier (PP-114). If they have different keys, the later one counts the earlier one
 * towards the limit of the token (PP-125).
 */
import { keptTrustMarkTable, type PostgresSchema, superseded } from './schema.ts'
import { watchedListTable } from './watched-lists.ts'

const tables = `
CREATE TABLE pushed_request (digest bytea PRIMARY KEY, body text NOT NULL, expires_at bigint NOT NULL);
CREATE INDEX pushed_request_by_expiry ON pushed_request (expires_at);
CREATE TABLE authorization_session (
  digest bytea PRIMARY KEY, body text NOT NULL, login text, expires_at bigint NOT NULL
);
CREATE INDEX authorization_session_by_expiry ON authorization_session (expires_at);
CREATE TABLE authorization_grant (
  code_digest bytea PRIMARY KEY, body text NOT NULL, token_id text COLLATE "C" UNIQUE, token text,
  expires_at bigint NOT NULL, revoked_at bigint
);
CREATE INDEX authorization_grant_by_expiry ON authorization_grant (expires_at);
CREATE TABLE issued_credential (
  id text COLLATE "C" PRIMARY KEY, format text NOT NULL, holder_thumbprint text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL, client_id text NOT NULL, wallet_provider text NOT NULL,
  token_id text COLLATE "C" NOT NULL, status_list bigint NOT NULL, status_index bigint NOT NULL,
  issued_at bigint NOT NULL, expires_at bigint NOT NULL, status text NOT NULL,
  attestation_list text, attestation_index bigint, attestation_until bigint,
  UNIQUE (status_list, status_index)
);
CREATE INDEX issued_credential_by_holder ON issued_credential (holder_thumbprint);
CREATE INDEX issued_credential_by_token ON issued_credential (token_id);
CREATE INDEX issued_credential_by_subject ON issued_credential (subject);
CREATE INDEX issued_credential_by_client ON issued_credential (client_id);
CREATE INDEX issued_credential_by_issue ON issued_credential (issued_at);
CREATE INDEX issued_credential_watched ON issued_credential (id)
  WHERE attestation_until IS NOT NULL AND status <> 'revoked';
CREATE INDEX issued_credential_exceptions ON issued_credential (status_list) WHERE status <> 'valid';
CREATE TABLE credential_change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  credential_id text COLLATE "C" NOT NULL, status text NOT NULL, at bigint NOT NULL, actor text NOT NULL,
  reason text NOT NULL
);
CREATE INDEX credential_change_by_credential ON credential_change (credential_id, sequence);
CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'the log of changes only grows'; END $$;
CREATE TRIGGER credential_change_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON credential_change
  EXECUTE FUNCTION only_grows()`

const authorization = `
CREATE FUNCTION push_request(digests bytea[], expiries bigint[], names text[],
  uri_digest bytea, pushed text, expires bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  INSERT INTO pushed_request (digest, body, expires_at) VALUES (uri_digest, pushed, expires);
  RETURN 'pushed';
END $$;
CREATE FUNCTION take_login_answer(digests bytea[], expiries bigint[], names text[], session_digest bytea)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  PERFORM FROM authorization_session WHERE digest = session_digest;
  IF NOT FOUND THEN PERFORM undo('gone'); END IF;
  RETURN 'taken';
END $$;
CREATE FUNCTION end_session(digests bytea[], expiries bigint[], names text[], session_digest bytea,
  uri_digest bytea, new_code_digest bytea, granted text, expires bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  DELETE FROM authorization_session WHERE digest = session_digest;
  IF NOT FOUND THEN PERFORM undo('gone'); END IF;
  DELETE FROM pushed_request WHERE digest = uri_digest;
  IF granted IS NOT NULL THEN
    INSERT INTO authorization_grant (code_digest, body, expires_at) VALUES (new_code_digest, granted, expires);
  END IF;
  RETURN 'ended';
END $$;
CREATE FUNCTION redeem_grant(digests bytea[], expiries bigint[], names text[], of_code_digest bytea,
  new_token_id text, new_token text, expires bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  UPDATE authorization_grant SET token_id = new_token_id, token = new_token,
      expires_at = greatest(expires_at, expires)
    WHERE code_digest = of_code_digest AND token_id IS NULL;
  IF FOUND THEN RETURN 'redeemed'; END IF;
  PERFORM FROM authorization_grant WHERE code_digest = of_code_digest;
  IF FOUND THEN PERFORM lost('code'); END IF;
  PERFORM undo('gone');
END $$`

/**
 * `register_credential` without `most` is the function of an earlier version. Replicas of that version may call it
 * until they are replaced.
 */
const credentials = `
CREATE FUNCTION register_credential(digests bytea[], expiries bigint[], names text[],
  new_id text, of_format text, holder text, of_subject text, client text, provider text, of_token text,
  list bigint, place bigint, issued bigint, expires bigint, first_status text,
  watch_list text, watch_index bigint, watch_until bigint,
  revoked_from text[], by_actor text, for_reason text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  PERFORM FROM authorization_grant WHERE token_id = of_token AND revoked_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM undo('grant_revoked'); END IF;
  WITH superseded AS (
    UPDATE issued_credential SET status = 'revoked'
      WHERE token_id = of_token AND format = of_format AND status = ANY (revoked_from) RETURNING id
  )
  INSERT INTO credential_change (credential_id, status, at, actor, reason)
    SELECT id, 'revoked', issued, by_actor, for_reason FROM superseded;
  INSERT INTO issued_credential (id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id,
      status_list, status_index, issued_at, expires_at, status, attestation_list, attestation_index, attestation_until)
    VALUES (new_id, of_format, holder, of_subject, client, provider, of_token, list, place, issued, expires,
      first_status, watch_list, watch_index, watch_until)
    ON CONFLICT (status_list, status_index) DO NOTHING;
  IF NOT FOUND THEN PERFORM lost('status_index'); END IF;
  RETURN 'registered';
END $$;
CREATE FUNCTION change_credential(of_id text, to_status text, at_time bigint, by_actor text, for_reason text,
  from_statuses text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE now_status text;
BEGIN
  SELECT status INTO now_status FROM issued_credential WHERE id = of_id FOR NO KEY UPDATE;
  IF now_status IS NULL THEN RETURN 'unknown'; END IF;
  IF now_status = to_status THEN RETURN 'unchanged'; END IF;
  IF now_status <> ALL (from_statuses) THEN RETURN 'final'; END IF;
  UPDATE issued_credential SET status = to_status WHERE id = of_id;
  INSERT INTO credential_change (credential_id, status, at, actor, reason)
    VALUES (of_id, to_status, at_time, by_actor, for_reason);
  RETURN 'changed';
END $$`

const refusal = `
CREATE FUNCTION refuse_session(digests bytea[], expiries bigint[], names text[], session_digest bytea,
  uri_digest bytea, refused_digest bytea, refused text, expires bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_session(digests, expiries, names, session_digest, uri_digest, NULL, NULL, NULL);
  INSERT INTO authorization_session (digest, body, expires_at) VALUES (refused_digest, refused, expires);
  RETURN 'ended';
END $$`

/**
 * Registers a credential. Locks the grant and the live credentials of the token, to see a concurrent change of status
 * before a credential is superseded (PP-158). Sets `until` of a row of `watched_list` an hour later than needed, so
 * that fewer registrations write the row. Registrations that write the same row wait for each other.
 */
const registerCredential = `
CREATE OR REPLACE FUNCTION register_credential(digests bytea[], expiries bigint[], names text[],
  new_id text, of_format text, holder text, of_subject text, client text, provider text, of_token text,
  list bigint, place bigint, issued bigint, expires bigint, first_status text,
  watch_list text, watch_index bigint, watch_until bigint,
  revoked_from text[], by_actor text, for_reason text, most bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  PERFORM FROM authorization_grant WHERE token_id = of_token AND revoked_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM undo('grant_revoked'); END IF;
  PERFORM FROM issued_credential WHERE token_id = of_token AND status <> 'revoked' FOR NO KEY UPDATE;
  PERFORM FROM issued_credential AS earlier WHERE token_id = of_token AND status <> 'valid' AND NOT EXISTS (
    SELECT FROM credential_change AS change WHERE credential_id = earlier.id AND change.status = 'revoked'
      AND actor = by_actor AND reason = for_reason);
  IF FOUND THEN PERFORM undo('withdrawn'); END IF;
  WITH superseded AS (
    UPDATE issued_credential SET status = 'revoked'
      WHERE token_id = of_token AND format = of_format AND holder_thumbprint = holder AND status = ANY (revoked_from)
      RETURNING id
  )
  INSERT INTO credential_change (credential_id, status, at, actor, reason)
    SELECT id, 'revoked', issued, by_actor, for_reason FROM superseded;
  IF (SELECT count(*) FROM issued_credential WHERE token_id = of_token AND status <> 'revoked') >= most THEN
    PERFORM undo('too_many');
  END IF;
  INSERT INTO issued_credential (id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id,
      status_list, status_index, issued_at, expires_at, status, attestation_list, attestation_index, attestation_until)
    VALUES (new_id, of_format, holder, of_subject, client, provider, of_token, list, place, issued, expires,
      first_status, watch_list, watch_index, watch_until)
    ON CONFLICT (status_list, status_index) DO NOTHING;
  IF NOT FOUND THEN PERFORM lost('status_index'); END IF;
  IF watch_until IS NOT NULL AND NOT EXISTS (SELECT FROM watched_list
      WHERE wallet_provider = provider AND uri = watch_list AND until >= watch_until AND places > watch_index) THEN
    INSERT INTO watched_list AS known (wallet_provider, uri, places, until, due)
      VALUES (provider, watch_list, watch_index + 1, watch_until + 3600, issued)
      ON CONFLICT (wallet_provider, uri) DO UPDATE
        SET places = greatest(known.places, excluded.places), until = greatest(known.until, excluded.until);
  END IF;
  RETURN 'registered';
END $$`

/**
 * Lets a new credential use the place of an expired one (`place_free`). Replaces both functions `register_credential`
 * by copies, made from the texts above, that detect a used place by any unique index.
 */
const freedPlaces = [
  ...[credentials.slice(0, credentials.indexOf('CREATE FUNCTION change_credential')), registerCredential].map((text) =>
    text
      .replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
      .replace('ON CONFLICT (status_list, status_index) DO NOTHING', 'ON CONFLICT DO NOTHING')
      .replace(/;\s*$/, ''),
  ),
  'ALTER TABLE issued_credential ADD COLUMN place_free smallint NOT NULL DEFAULT 0',
  'ALTER TABLE issued_credential DROP CONSTRAINT issued_credential_status_list_status_index_key',
  `CREATE UNIQUE INDEX issued_credential_own_place ON issued_credential (status_list, status_index)
     WHERE place_free = 0`,
].join(';\n')

/** The PID Provider's schema. New migrations come at the end. */
export const pidProviderSchema: PostgresSchema = {
  store: 'pid-provider',
  migrations: [
    [tables, authorization, credentials].join(';\n'),
    refusal,
    keptTrustMarkTable,
    superseded,
    [watchedListTable, registerCredential].join(';\n'),
    // Finds credentials by status, except valid ones, which the index by time of issue finds.
    `CREATE INDEX issued_credential_by_status ON issued_credential (status, issued_at, id) WHERE status <> 'valid'`,
    freedPlaces,
    // Contains no expired credential whose place is free again. The old index stays until the new one is complete.
    `CREATE INDEX IF NOT EXISTS issued_credential_listed ON issued_credential (status_list)
       WHERE status <> 'valid' AND place_free = 0`,
    'DROP INDEX issued_credential_exceptions',
    'CREATE INDEX IF NOT EXISTS issued_credential_by_format ON issued_credential (format, issued_at, id)',
  ],
  expiring: [
    { table: 'authorization_grant', column: 'expires_at' },
    { table: 'authorization_session', column: 'expires_at' },
    { table: 'pushed_request', column: 'expires_at' },
    { table: 'watched_list', column: 'until' },
  ],
}
