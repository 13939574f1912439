/**
 * SQL functions that add and revoke a certificate. The first puts the certificate of a suspended member on hold, and
 * revokes that of a removed member. It calls the overload (with fewer parameters) of an earlier migration, which only
 * adds the certificate.
 */

/**
 * Eighth migration. The earlier overload locks the member's row until the transaction ends. A concurrent suspension or
 * removal either commits first, and this function sees it, or waits, and then finds the certificate. `kid` and
 * `issuer_kid` are equal for a certificate of the authority itself, which is not a member.
 */
export const issuedCertificates = `
CREATE FUNCTION add_certificate(
  of_profile text, of_serial text, of_subject text, of_kid text, of_issuer text, of_generation bigint, content text,
  since bigint, until bigint, said text, at_time bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE present text;
BEGIN
  IF add_certificate(of_profile, of_serial, of_subject, of_kid, of_issuer, of_generation, content, since, until, said)
    = 'outdated' THEN RETURN 'outdated'; END IF;
  SELECT status INTO present FROM subordinate WHERE profile = of_profile AND entity_id = of_subject;
  IF NOT FOUND AND of_kid <> of_issuer THEN
    PERFORM withdraw_certificates(of_profile, of_subject, '{}', 'cessationOfOperation', at_time);
  ELSIF present = 'suspended' THEN
    UPDATE certificate SET held_at = at_time WHERE profile = of_profile AND serial = of_serial;
    PERFORM next_certificate_number(of_profile, 'revocations');
  END IF;
  RETURN 'added';
END $$`

/**
 * Tenth migration, together with `compromisedKeys`: replaces the function of an earlier migration. A report of a
 * compromise replaces another reason (FED-121).
 */
export const compromisedCertificates = `
CREATE OR REPLACE FUNCTION revoke_certificate(of_profile text, of_serial text, of_subject text, why text,
  at_time bigint, said text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE present record;
BEGIN
  SELECT revoked_at, reason INTO present FROM certificate
    WHERE profile = of_profile AND serial = of_serial AND subject = of_subject FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  IF present.revoked_at IS NOT NULL AND (why <> 'keyCompromise' OR present.reason = why) THEN RETURN 'revoked'; END IF;
  UPDATE certificate SET revoked_at = coalesce(revoked_at, at_time), reason = why, held_at = NULL
    WHERE profile = of_profile AND serial = of_serial;
  PERFORM next_certificate_number(of_profile, 'revocations');
  UPDATE subordinate SET revision = revision + 1 WHERE profile = of_profile AND entity_id = of_subject;
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_subject, said);
  RETURN 'revoked';
END $$`
