/** RFC 8949 Appendix A: encodings and their values; Appendix F.1: bytes that are not CBOR. Hexadecimal. */
import type { Cbor } from '../../src/cose/index.ts'

const list25 = Array.from({ length: 25 }, (_, index) => index + 1)
const letters = ['a', 'b', 'c', 'd', 'e'].map((letter) => [letter, letter.toUpperCase()] as const)

export const examples: readonly (readonly [hex: string, value: Cbor])[] = [
  ['00', 0],
  ['01', 1],
  ['0a', 10],
  ['17', 23],
  ['1818', 24],
  ['1819', 25],
  ['1864', 100],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['3bffffffffffffffff', -18446744073709551616n],
  ['20', -1],
  ['29', -10],
  ['3863', -100],
  ['3903e7', -1000],
  ['fb3ff199999999999a', 1.1],
  ['f93e00', 1.5],
  ['fa7f7fffff', 3.4028234663852886e38],
  ['fb7e37e43c8800759c', 1e300],
  ['f90001', 2 ** -24],
  ['f90400', 0.00006103515625],
  ['fbc010666666666666', -4.1],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['40', new Uint8Array()],
  ['4401020304', new Uint8Array([1, 2, 3, 4])],
  ['60', ''],
  ['6161', 'a'],
  ['6449455446', 'IETF'],
  ['62225c', '"\\'],
  ['62c3bc', 'ü'],
  ['63e6b0b4', '水'],
  ['64f0908591', '𐅑'],
  ['80', []],
  ['83010203', [1, 2, 3]],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', list25],
  ['a0', new Map()],
  [
    'a201020304',
    new Map([
      [1, 2],
      [3, 4],
    ]),
  ],
  [
    'a26161016162820203',
    new Map<Cbor, Cbor>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
  ['826161a161626163', ['a', new Map([['b', 'c']])]],
  ['a56161614161626142616361436164614461656145', new Map(letters)],
]

/** Floats with an integer value, which JavaScript does not distinguish from integers. */
export const wholeFloats = [
  ['f90000', 0],
  ['f98000', -0],
  ['f93c00', 1],
  ['f97bff', 65504],
  ['fa47c35000', 100_000],
  ['f9c400', -4],
] as const

/** Encodings of indefinite length: strings, lists, maps. */
export const indefinite = [
  '5f42010243030405ff',
  '7f657374726561646d696e67ff',
  '9fff',
  '9f018202039f0405ffff',
  '83018202039f0405ff',
  'bf61610161629f0203ffff',
  'bf6346756ef563416d7421ff',
]

export const notWellFormed = [
  ...'18 19 1a 1b 1901 1a0102 1b01020304050607 38 58 78 98 9a01ff00 b8 d8 f8 f900 fa0000 fb000000'.split(' '),
  ...'41 61 5affffffff00 5bffffffffffffffff010203 7affffffff00 7b7fffffffffffffff010203'.split(' '),
  ...'81 818181818181818181 8200 a1 a20102 a100 a2000000 c0 5f4100 7f6100'.split(' '),
  ...'9f 9f0102 bf bf01020102 819f 9f8000 9f9f9f9f9fffffffff 9f819f819f9fffffff'.split(' '),
  ...'1c 1d 1e 3c 3d 3e 5c 5d 5e 7c 7d 7e 9c 9d 9e bc bd be dc dd de fc fd fe f800 f801 f818 f81f'.split(' '),
  ...'5f00ff 5f21ff 5f6100ff 5f80ff 5fa0ff 5fc000ff 5fe0ff 7f4100ff 5f5f4100ffff 7f7f6100ffff'.split(' '),
  ...'ff 81ff 8200ff a1ff a1ff00 a100ff a20000ff 9f81ff 9f829f819f9fffffffff bf00ff bf000000ff 1f 3f df'.split(' '),
]
