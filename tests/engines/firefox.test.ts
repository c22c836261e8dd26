import { findFirefox } from '../../tools/engines.mjs'
import { openFirefox } from './firefox.ts'
import { testFlows } from './flows.ts'

const path = findFirefox()

testFlows('Firefox', path ? () => openFirefox(path) : undefined)
