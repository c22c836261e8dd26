import { afterAll } from 'vitest'
import { stopServerHost } from './serverHost.ts'

afterAll(stopServerHost)
