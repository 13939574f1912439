/**
 * SQL function that adds a certificate. It puts the certificate of a suspended member on hold, and revokes that of a
 * removed member. It calls the function of an earlier migration with the same name. That function only adds the
 * certificate.
 */

/**
 * Eighth migration. The earlier function locks the row of the member until the certificate is stored, so a concurrent
 * suspension or removal either precedes this function or finds the certificate. `kid` and `issuer_kid` are equal for a
 * certificate of the authority itself, which is no member.
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
