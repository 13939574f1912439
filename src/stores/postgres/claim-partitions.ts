/**
 * Claims (used single-use values) in partitions by their time of expiry. These functions have no effect on a table that
 * is not partitioned. The primary key of a partitioned table contains the time of expiry, and so permits a used claim
 * with another expiry. A trigger refuses such a claim.
 */

/** Sets the schema of the function. `CREATE OR REPLACE` drops this setting. */
const schemaOfFunction = `
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION tend_claim_partitions(bigint) SET search_path = %I, pg_temp', current_schema());
END $$`

/**
 * Migration of every store. `guard_claim` locks a claim and then looks in all partitions: the second statement sees
 * what was committed while the first one waited. A lock is taken for each row, in the order of the rows.
 *
 * `tend_claim_partitions` drops expired partitions, and creates the current one and the next two. If several replicas
 * call it at the same time, one of them does the work. While the function waits for a lock, all claims wait too. So the
 * function gives up after a tenth of a second and leaves the work to the next call. The function runs with the rights
 * of the tables' owner. Rows of the default partition that belong to a new partition are moved to it. If they are too
 * many to move at once, the partition is not created. These rows, and new rows of the same period, then stay in the
 * default partition.
 */
export const claimPartitions = `
CREATE FUNCTION guard_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fiducia claim ' || encode(new.digest, 'base64'), 0));
  IF EXISTS (SELECT FROM used WHERE digest = new.digest) THEN RETURN NULL; END IF;
  RETURN new;
END $$;
CREATE FUNCTION tend_claim_partitions(before bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET lock_timeout = '100ms' AS $$
DECLARE span CONSTANT bigint := 900; most CONSTANT bigint := 10000; part text; begins bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'used'::regclass)
    OR NOT pg_try_advisory_xact_lock(hashtextextended('fiducia partitions ' || current_schema(), 0)) THEN
    RETURN;
  END IF;
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'used'::regclass
      AND substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''(-?\\d+)''\\)')::bigint <= before
  LOOP
    LOCK TABLE used IN ACCESS EXCLUSIVE MODE;
    EXECUTE 'DROP TABLE ' || part;
  END LOOP;
  FOR begins IN SELECT (before / span + ahead) * span FROM generate_series(0, 2) AS ahead LOOP
    part := quote_ident('used_' || begins);
    CONTINUE WHEN to_regclass(part) IS NOT NULL OR (SELECT count(*) FROM (SELECT FROM used_default
      WHERE expires_at >= begins AND expires_at < begins + span LIMIT most + 1) AS found) > most;
    LOCK TABLE used IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE %s (LIKE used INCLUDING ALL)', part);
    EXECUTE format('WITH moved AS (DELETE FROM used_default WHERE expires_at >= %s AND expires_at < %s RETURNING *)
      INSERT INTO %s SELECT * FROM moved', begins, begins + span, part);
    EXECUTE format('ALTER TABLE used ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)', part, begins, begins + span);
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  NULL;
END $$;${schemaOfFunction}`

/**
 * Migration of every store. Replaces `tend_claim_partitions`: a partition that cannot be dropped or created now does
 * not stop the others. Creates first, because a missing partition sends new claims to the default partition. Locks only
 * the tables of each change. Drops no partition that is in use, for example by a vacuum: claims would wait meanwhile.
 */
export const independentPartitions = `
CREATE OR REPLACE FUNCTION tend_claim_partitions(before bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET lock_timeout = '100ms' AS $$
DECLARE span CONSTANT bigint := 900; most CONSTANT bigint := 10000; part text; begins bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'used'::regclass)
    OR NOT pg_try_advisory_xact_lock(hashtextextended('fiducia partitions ' || current_schema(), 0)) THEN
    RETURN;
  END IF;
  FOR begins IN SELECT (before / span + ahead) * span FROM generate_series(0, 2) AS ahead LOOP
    part := quote_ident('used_' || begins);
    CONTINUE WHEN to_regclass(part) IS NOT NULL OR (SELECT count(*) FROM (SELECT FROM used_default
      WHERE expires_at >= begins AND expires_at < begins + span ORDER BY expires_at LIMIT most + 1) AS found) > most;
    BEGIN
      LOCK TABLE ONLY used, used_default IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('CREATE TABLE %s (LIKE used INCLUDING ALL)', part);
      EXECUTE format('WITH moved AS (DELETE FROM used_default WHERE expires_at >= %s AND expires_at < %s RETURNING *)
        INSERT INTO %s SELECT * FROM moved', begins, begins + span, part);
      EXECUTE format('ALTER TABLE used ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)', part, begins, begins + span);
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
  END LOOP;
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'used'::regclass
      AND substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''(-?\\d+)''\\)')::bigint <= before
  LOOP
    BEGIN
      LOCK TABLE ONLY used, used_default IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', part);
      EXECUTE 'DROP TABLE ' || part;
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
  END LOOP;
END $$;${schemaOfFunction}`
