import { findFirefox } from '../../tools/engines.mjs'
import { openFirefox } from './firefox.ts'
import { testFlows } from './flows.ts'

const path = findFirefox()
if (!path) throw new Error('There is no Firefox.')

testFlows('Firefox', () => openFirefox(path))
