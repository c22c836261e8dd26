import { pickOne, type Random } from './random.ts'

type Words = readonly [string, ...string[]]

const words = (text: string): Words => {
  const [first = '', ...others] = text.split(/\s+/)
  return [first, ...others]
}

export const firstNames = words(
  `Abebe Adaeze Agnes Ailsa Aiko Alma Amara Amina Anders Anouk Anya Arjun Astrid Ayla Beatriz Bela Bilal Bo Bronwen
  Camille Carlos Celia Chidi Chloé Clara Dafydd Dalia Daniel Devi Diego Dina Dmitri Edith Eero Eilidh Elena Elif Emeka
  Emil Esther Ewa Fatima Felix Fern Fiona Freddie Gabriel Giulia Grace Greta Hana Hassan Hedda Helen Henrik Hiro Ida
  Imran Ingrid Irina Isla Ivo Jamal Jana Joana Jonas José Juno Kaito Karim Katya Keiko Kofi Lars Laila Leila Leo Lien
  Linnea Lucía Luka Maeve Magda Malik Marcus Mariam Mateo Mei Mikko Mina Mirela Nadia Naveen Nell Niamh Nils Nkechi Nuria
  Ola Olga Omar Oona Owen Paloma Parisa Paulo Pia Priya Quentin Rafael Rania Ravi Renée Rosa Rui Runa Sade Sakura Salma
  Sami Selma Signe Simone Sofia Stefan Sunita Tamsin Tariq Tess Thandi Theo Tilda Tove Uma Vera Viktor Wanjiru Wren Xiu
  Yara Yasmin Yuki Yusuf Zahra Zofia Zoë Zuri`,
)

export const lastNames = words(
  `Abbott Achebe Ahmed Alves Andersson Aoki Arslan Asante Baker Banerjee Barros Becker Berg Bianchi Boateng Brand Byrne
  Carter Castillo Chen Clarke Costa Dahl Das Delgado Demir Diallo Dogan Dubois Ekman Eriksen Evans Farah Fernandes Fischer
  Flynn Fofana Fontaine Forsyth Fraser Fujita Gallo Garcia Ghosh Greene Gupta Haas Haddad Hansen Hart Hassan Hayashi Holm
  Horvat Huang Hughes Ibrahim Ito Iyer Jansen Jensen Jovanovic Kamau Kaur Keller Khan Kim Kowalska Kruger Kumar Laine
  Larsen Lee Lehtonen Lindqvist Lopez Mahlangu Malik Marino Martin Mbeki Mehta Mensah Meyer Molina Moreau Morgan Moss Nair
  Nakamura Ndiaye Nguyen Nilsen Novak Nowak Nunes Okafor Okoye Oliveira Olsen Osei Owusu Park Patel Pavlov Pereira Petrov
  Popescu Price Quist Rahman Ramos Rao Reyes Rivera Romano Rossi Roux Sahin Saito Santos Sato Schmidt Shah Silva Singh
  Sorensen Sousa Suzuki Takeda Tan Tanaka Thomas Torres Tran Turner Vance Varga Vasquez Virtanen Vogel Walsh Wang Watanabe
  Weber Wood Yamada Yilmaz Young Zhang Zhou`,
)

const hobbies = words(
  'bakes binds bikes cooks draws dyes gardens hikes knits makes paints plants prints reads sews spins swims walks weaves',
)

/** Functions that build a username from a first and a last name. */
export const usernamePatterns: readonly [UsernamePattern, ...UsernamePattern[]] = [
  (first, last) => `${first}${last}`,
  (first, last) => `${first}_${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first, last, random) => `${first}${last}${10 + Math.floor(random() * 90)}`,
  (first, _last, random) => `${first}_${pickOne(random, hobbies)}`,
  (first, last, random) => `${first}${last.charAt(0)}_${pickOne(random, hobbies)}`,
]

type UsernamePattern = (first: string, last: string, random: Random) => string
