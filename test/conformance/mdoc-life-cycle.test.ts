/** The PID as mdoc through all roles: issued, and presented in both variants. */
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

test('RP-12 WI-62 WI-82 the PID Provider issues an mdoc, the wallet presents it, and the Relying Party verifies it', async () => {
  const ecosystem = await createTestEcosystem({ relyingParty: { dcqlQuery } })
  const person = ecosystem.person()
  await person.wallet.setUp()
  const pid = await person.wallet.obtainPid(origins.pidProvider, { format: formatMdoc })
  assert.equal(pid.format, 'mso_mdoc')
  const claims = await present({ origins: allOrigins, person }, { variant: 'dcql', method: 'post' })
  assert.deepEqual([...claims.keys()].sort(), [`${doctype}.birth_date`, `${doctype}.family_name`])
  assert.match(claims.get(`${doctype}.birth_date`) ?? '', /^\d{1,2} \p{L}+ \d{4}$/u)
})

test('WI-82 a wallet that has the PID only in the other format finds no matching credential', async () => {
  const ecosystem = await createTestEcosystem({ relyingParty: { dcqlQuery } })
  const person = ecosystem.person()
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  await refusedBy(
    'WI-82',
    'no_matching_credential',
    present({ origins: allOrigins, person }, { variant: 'dcql', method: 'get' }),
  )
})

const field = (name: string) => ({ path: [`$['${doctype}']['${name}']`] })
const definitions = {
  scope: doctype,
  presentationDefinitions: [
    {
      id: 'pid-mdoc',
      input_descriptors: [
        {
          id: doctype,
          format: { mso_mdoc: { alg: ['ES256'] } },
          constraints: { limit_disclosure: 'required', fields: [field('family_name'), field('birth_date')] },
        },
      ],
    },
  ],
}

test('RP-12 RP-86 WI-94 in variant 1 a definition asks for an mdoc by its document type', async () => {
  const ecosystem = await createTestEcosystem({ relyingParty: definitions })
  const person = ecosystem.person()
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider, { format: formatMdoc })
  const claims = await present({ origins: allOrigins, person }, { variant: 'scope', method: 'get' })
  assert.deepEqual([...claims.keys()].sort(), [`${doctype}.birth_date`, `${doctype}.family_name`])
})

test('WI-82 RP-85 the wallet presents only credentials of the authorities in trusted_authorities', async () => {
  for (const format of [formatMdoc, 'vc+sd-jwt'] as const) {
    const credentials =
      format === formatMdoc
        ? dcqlQuery.credentials
        : [
            {
              id: 'pid',
              format: 'dc+sd-jwt',
              meta: { vct_values: ['eu.eudiw.pid.it'] },
              claims: [{ path: ['family_name'] }],
            },
          ]
    for (const [type, values, fits] of [
      ['openid_federation', [origins.trustAnchor], true],
      ['openid_federation', [origins.relyingParty], false],
      ['etsi_tl', [origins.trustAnchor], false],
    ] as const) {
      const asked = { credentials: credentials.map((one) => ({ ...one, trusted_authorities: [{ type, values }] })) }
      const ecosystem = await createTestEcosystem({ relyingParty: { dcqlQuery: asked } })
      const person = ecosystem.person()
      await person.wallet.setUp()
      await person.wallet.obtainPid(origins.pidProvider, format === formatMdoc ? { format } : {})
      const shown = present({ origins: allOrigins, person }, { variant: 'dcql', method: 'get' })
      if (fits) assert.ok((await shown).size > 0)
      else await refusedBy('WI-82', 'no_matching_credential', shown)
    }
  }
})
