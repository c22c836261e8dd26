import { choicesOf, pickOne, type Choices, type Random } from './random.ts'

export const firstNames = choicesOf(
  `Abebe Adaeze Aiko Alma Amara Anders Anouk Arjun Astrid Ayla Beatriz Bilal Bronwen Camille Carlos Chidi Chloé Dafydd
  Dalia Devi Diego Edith Eero Eilidh Elif Emeka Esther Fatima Felix Fern Gabriel Giulia Grace Greta Hana Hassan Hedda
  Helen Hiro Imran Ingrid Isla Ivo Jamal Joana Jonas José Juno Kaito Karim Katya Kofi Lars Leila Leo Lucía Maeve Malik
  Mariam Mateo Mei Mikko Nadia Naveen Niamh Nkechi Olga Omar Oona Owen Paloma Priya Rafael Rania Ravi Renée Rosa Sakura
  Salma Selma Signe Sofia Sunita Tamsin Tariq Thandi Theo Tilda Uma Viktor Wanjiru Xiu Yara Yuki Zahra Zofia Zoë`,
  /\s+/,
)

export const lastNames = choicesOf(
  `Abbott Achebe Ahmed Alves Andersson Aoki Arslan Asante Baker Banerjee Becker Bianchi Boateng Byrne Carter Castillo
  Chen Clarke Costa Das Demir Diallo Dubois Ekman Farah Fernandes Fischer Flynn Fraser Fujita Garcia Ghosh Gupta Haddad
  Hansen Hayashi Horvat Huang Hughes Ibrahim Ito Jansen Jovanovic Kamau Kaur Khan Kim Kowalska Kumar Laine Larsen Lee
  Lopez Mahlangu Marino Mbeki Mehta Mensah Meyer Moreau Nair Nakamura Ndiaye Nguyen Novak Okafor Oliveira Olsen Owusu
  Park Patel Pavlov Pereira Popescu Rahman Reyes Rivera Rossi Sahin Saito Santos Sato Schmidt Shah Silva Singh Sousa
  Suzuki Tan Torres Tran Varga Virtanen Walsh Wang Watanabe Weber Yamada Yilmaz Zhang Zhou`,
  /\s+/,
)

const hobbies = choicesOf(
  'bakes binds bikes cooks draws dyes gardens hikes knits makes paints reads sews spins weaves',
  /\s+/,
)

/** Functions that build a username from a first and a last name. */
export const usernamePatterns: Choices<UsernamePattern> = [
  (first, last) => `${first}${last}`,
  (first, last) => `${first}_${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first, last, random) => `${first}${last}${10 + Math.floor(random() * 90)}`,
  (first, _last, random) => `${first}_${pickOne(random, hobbies)}`,
  (first, last, random) => `${first}${last.charAt(0)}_${pickOne(random, hobbies)}`,
]

type UsernamePattern = (first: string, last: string, random: Random) => string
