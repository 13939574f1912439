/** The PID as mdoc through all roles: issued, and shown in variant 2. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMdoc } from '../../src/oauth/index.ts'
import { pidSupport } from '../../src/oid4vci/index.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { createTestEcosystem, origins } from '../support/ecosystem.ts'
import { refusedBy } from '../support/refused-by.ts'

const { doctype } = pidSupport
const allOrigins = { ...origins, console: '', nationalIdp: '', nationalSamlIdp: '' }
const dcqlQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: doctype },
      claims: [{ path: [doctype, 'family_name'] }, { path: [doctype, 'birth_date'] }],
    },
  ],
}

test('RP-12 WI-62 WI-82 an mdoc is issued by one role, shown by the wallet and verified by the other', async () => {
  const ecosystem = await createTestEcosystem({ parts: { dcqlQuery } })
  const person = ecosystem.person()
  await person.wallet.setUp()
  const pid = await person.wallet.obtainPid(origins.pidProvider, { format: formatMdoc })
  assert.equal(pid.format, 'mso_mdoc')
  const claims = await present({ origins: allOrigins, person }, { variant: 'dcql', method: 'post' })
  assert.deepEqual([...claims.keys()].sort(), [`${doctype}.birth_date`, `${doctype}.family_name`])
  assert.match(claims.get(`${doctype}.birth_date`) ?? '', /^\d{4}-\d{2}-\d{2}$/)
})

test('WI-82 a wallet that holds only the other format offers nothing', async () => {
  const ecosystem = await createTestEcosystem({ parts: { dcqlQuery } })
  const person = ecosystem.person()
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  await refusedBy(
    'WI-82',
    'no_matching_credential',
    present({ origins: allOrigins, person }, { variant: 'dcql', method: 'get' }),
  )
})
