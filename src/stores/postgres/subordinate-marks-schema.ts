/**
 * SQL functions that change a subordinate together with its trust marks. They call the functions of earlier migrations
 * that have the same names and fewer parameters, and change the record alone.
 */

/**
 * Seventh migration. The functions lock the grants before the revision of the list of subordinates, which triggers
 * raise. Store methods that only grant or revoke a mark lock in the same order, so these locks cannot deadlock. If the
 * record does not change, everything is undone.
 */
export const subordinateMarks = `
CREATE FUNCTION change_marks(of_profile text, of_holder text, granted text[], granted_said text[],
  revoked text[], revoked_said text[], at_time bigint) RETURNS void LANGUAGE sql AS $$
  WITH granting AS (
    INSERT INTO trust_mark_grant AS known (profile, trust_mark_type, holder, granted_at)
    SELECT of_profile, mark, of_holder, at_time FROM unnest(granted) AS given (mark) ORDER BY mark
    ON CONFLICT (profile, trust_mark_type, holder) DO UPDATE SET granted_at = excluded.granted_at, revoked_at = NULL
    WHERE known.revoked_at IS NOT NULL RETURNING trust_mark_type
  ), revoking AS (
    UPDATE trust_mark_grant SET revoked_at = at_time
    WHERE profile = of_profile AND holder = of_holder AND trust_mark_type = ANY (revoked) AND revoked_at IS NULL
    RETURNING trust_mark_type
  )
  INSERT INTO subordinate_event (profile, entity_id, event)
  SELECT of_profile, of_holder, said FROM unnest(granted || revoked, granted_said || revoked_said) AS given (mark, said)
  WHERE mark IN (SELECT trust_mark_type FROM granting UNION ALL SELECT trust_mark_type FROM revoking)
$$;
CREATE FUNCTION add_subordinate(of_profile text, of_entity text, names text[], contents text[], said text,
  granted text[], granted_said text[], revoked text[], revoked_said text[], at_time bigint)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM subordinate WHERE profile = of_profile AND entity_id = of_entity;
  IF FOUND THEN RETURN 'known'; END IF;
  PERFORM change_marks(of_profile, of_entity, granted, granted_said, revoked, revoked_said, at_time);
  IF add_subordinate(of_profile, of_entity, names, contents, said) = 'known' THEN PERFORM undo('known'); END IF;
  RETURN 'added';
END $$;
CREATE FUNCTION change_subordinate(of_profile text, of_entity text, expected bigint, names text[], contents text[],
  kept_keys text[], at_time bigint, said text, granted text[], granted_said text[], revoked text[], revoked_said text[],
  marks_at bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE outcome text;
BEGIN
  PERFORM FROM subordinate WHERE profile = of_profile AND entity_id = of_entity FOR NO KEY UPDATE;
  PERFORM change_marks(of_profile, of_entity, granted, granted_said, revoked, revoked_said, marks_at);
  outcome := change_subordinate(of_profile, of_entity, expected, names, contents, kept_keys, at_time, said);
  IF outcome <> 'changed' THEN PERFORM undo(outcome); END IF;
  RETURN outcome;
END $$`

/**
 * Eleventh migration: replaces the function of an earlier one. A removal also revokes the trust marks of the
 * subordinate, without log entries. The grants are locked before the revision of the list of subordinates.
 */
export const removedMarks = `
CREATE OR REPLACE FUNCTION remove_subordinate(of_profile text, of_entity text, at_time bigint, said text)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subordinate WHERE profile = of_profile AND entity_id = of_entity;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  PERFORM withdraw_certificates(of_profile, of_entity, '{}', 'cessationOfOperation', at_time);
  UPDATE trust_mark_grant SET revoked_at = at_time
    WHERE profile = of_profile AND holder = of_entity AND revoked_at IS NULL;
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_entity, said);
  RETURN 'removed';
END $$`
