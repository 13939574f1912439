/** Labels of personal claims, in each language of the pages. */
import { printable } from '../base/index.ts'
import type { PageLanguage } from '../http/index.ts'

const rows: Readonly<Record<string, Readonly<Record<PageLanguage, string>>>> = {
  given_name: { it: 'Nome', en: 'Given name', de: 'Vorname', fr: 'Prénom', sl: 'Ime' },
  family_name: { it: 'Cognome', en: 'Family name', de: 'Nachname', fr: 'Nom', sl: 'Priimek' },
  birthdate: {
    it: 'Data di nascita',
    en: 'Date of birth',
    de: 'Geburtsdatum',
    fr: 'Date de naissance',
    sl: 'Datum rojstva',
  },
  place_of_birth: {
    it: 'Luogo di nascita',
    en: 'Place of birth',
    de: 'Geburtsort',
    fr: 'Lieu de naissance',
    sl: 'Kraj rojstva',
  },
  nationality: {
    it: 'Cittadinanza',
    en: 'Nationality',
    de: 'Staatsangehörigkeit',
    fr: 'Nationalité',
    sl: 'Državljanstvo',
  },
  gender: { it: 'Sesso', en: 'Sex', de: 'Geschlecht', fr: 'Sexe', sl: 'Spol' },
  unique_id: {
    it: 'Identificativo univoco',
    en: 'Unique identifier',
    de: 'Eindeutige Kennung',
    fr: 'Identifiant unique',
    sl: 'Enolični identifikator',
  },
  tax_id_number: {
    it: 'Codice fiscale',
    en: 'Italian tax code',
    de: 'Steuernummer',
    fr: 'Numéro fiscal',
    sl: 'Davčna številka',
  },
}

/** Names that other formats and versions of the specification use for a claim. */
const aliases: Readonly<Record<string, string>> = {
  birth_date: 'birthdate',
  birth_place: 'place_of_birth',
  nationalities: 'nationality',
  sex: 'gender',
  tax_id_code: 'tax_id_number',
  fiscal_number: 'tax_id_number',
  personal_administrative_number: 'unique_id',
}

/**
 * Returns the name that the labels use for a claim, such as `birthdate` for `birth_date`, or the name unchanged.
 * Removes a namespace before the last dot.
 */
export function canonicalClaim(fullName: string): string {
  const name = fullName.slice(fullName.lastIndexOf('.') + 1)
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
}

/**
 * Returns the label of a claim, whatever its namespace. For an unknown claim, returns its full name as visible
 * characters.
 */
export function labelClaim(language: PageLanguage, name: string): string {
  const canonical = canonicalClaim(name)
  return Object.hasOwn(rows, canonical) ? (rows[canonical]?.[language] ?? name) : printable(name)
}
