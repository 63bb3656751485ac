// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SmartWallet} from "SmartWallet.sol";

/// Makes wallets at addresses that are known before they are there, so that one can sign before it is (ERC-6492).
contract SmartWalletFactory {
    function create(address owner) external returns (address wallet) {
        wallet = addressOf(owner);
        if (wallet.code.length == 0) Create2.deploy(0, 0, _code(owner));
    }

    function addressOf(address owner) public view returns (address) {
        return Create2.computeAddress(0, keccak256(_code(owner)));
    }

    function _code(address owner) private pure returns (bytes memory) {
        return abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner));
    }
}
