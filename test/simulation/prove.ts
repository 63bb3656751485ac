/** The simulation as parts of `npm run prove`. */
import type { Proof } from '../prove/parts.ts'

export const simulation: Proof = async (_given, print) => {
  print('not built yet')
  return false
}

export const mutations: Proof = async (_given, print) => {
  print('not built yet')
  return false
}
