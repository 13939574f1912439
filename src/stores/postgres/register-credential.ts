/**
 * The current function that registers a credential. It locks the grant and the live credentials of the token, so that
 * it sees a concurrent change of status before it supersedes a credential (PP-158). It extends a row of `watched_list`
 * by an hour more than needed, since registrations that write the same row wait for each other.
 */
export const registerCredential = `
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
