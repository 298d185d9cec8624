"""The 64 bytes that a sound chip leaves in its FIFO after the self test, by VersionReg.

Source: MFRC522 data sheet rev. 3.9, section 16.1.1. A version that is not named here (a clone)
leaves other bytes.
"""

SELF_TEST = {
    0x91: bytes.fromhex(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    0x92: bytes.fromhex(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
}
